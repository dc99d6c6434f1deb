/** The thread that reads large OTLP requests: bytes in, the same bytes and what is in them out. */
import { parentPort } from 'node:worker_threads';
import { prepare } from '../otel/prepare.ts';
import type { Answered, Asked } from './aside.ts';
import type { PreparedAside, ToPrepare } from './preparer.ts';

parentPort?.on('message', ({ ticket, question }: Asked<ToPrepare>) => {
  const { bytes } = question;
  const answer: PreparedAside = { bytes, prepared: pack(question) };
  parentPort?.postMessage({ ticket, answer } satisfies Answered<PreparedAside>, [bytes]);
});

function pack({ signal, bytes, encoding, limits }: ToPrepare): PreparedAside['prepared'] {
  const prepared = prepare(signal, Buffer.from(bytes), encoding, limits);
  if ('refusal' in prepared) return prepared;
  if ('tooMany' in prepared) return { refusal: 'There are too many records.', tooLarge: true };
  const { portions, others } = prepared;
  return { portions: portions.map((portion) => JSON.stringify(portion)), others };
}
