/** The thread that reads large OTLP requests. */
import { parentPort } from 'node:worker_threads';
import { type Prepared, prepare } from '../otel/prepare.ts';
import type { Refusal } from '../otel/wire/decode.ts';
import { type Answered, type Asked, ownMemory } from './aside.ts';
import type { ToPrepare } from './preparer.ts';

parentPort?.on('message', ({ ticket, question }: Asked<ToPrepare>) => {
  const { signal, bytes, encoding, receipt } = question;
  const answer = prepare(signal, Buffer.from(bytes), encoding, receipt);
  const transfer = 'refusal' in answer ? [] : giveAway(answer);
  parentPort?.postMessage({ ticket, answer } satisfies Answered<Prepared | Refusal>, transfer);
});

/** Every text in memory of its own: of a part of another, all of that would be copied. */
function giveAway({ calls, parts, rejected }: Prepared): ArrayBuffer[] {
  const buffers: ArrayBuffer[] = [];
  for (const kept of [...calls, ...parts, ...rejected]) {
    const own = ownMemory(kept.text);
    kept.text = new Uint8Array(own);
    buffers.push(own);
  }
  return buffers;
}
