/** Reads OTLP requests where they hold nobody up: small ones here and now, others on a thread of their own. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Portion, type Prepared, type PrepareLimits, prepare } from '../otel/prepare.ts';
import type { SignalName } from '../otel/telemetry.ts';
import type { Encoding } from '../otel/wire/decode.ts';
import { sliceProtobuf } from '../otel/wire/protobuf-slices.ts';
import { MAX_RECORDS, type Refusal } from '../otel/wire/slices.ts';
import { ownMemory } from './own-memory.ts';
import { ParsePool } from './parse-pool.ts';

/** What is read here, in 3 ms at most; about thirty spans of 4 KB. */
const HERE_BYTES = 128 * 1024;
const HERE_RECORDS = 200;
const HERE_VALUES = 10_000;

export type ToPrepare = {
  signal: SignalName;
  bytes: ArrayBuffer;
  encoding: Encoding;
  limits: PrepareLimits;
  keepVectors: boolean;
};

/** Portions as JSON: receiving them costs next to nothing until each is read. */
export type PreparedAside = {
  bytes: ArrayBuffer;
  prepared: { portions: string[]; others: number } | Refusal;
};

export type PreparedBytes = { bytes: Buffer; prepared: Prepared | Refusal };

export class Preparer {
  readonly #pool = new ParsePool<ToPrepare, PreparedAside>(new URL('./prepare-worker.ts', import.meta.url));
  readonly #maxRecordBytes: number;

  constructor(maxRecordBytes: number) {
    this.#maxRecordBytes = maxRecordBytes;
  }

  /**
   * `values`: how many the bytes have, where they are JSON, which is counted while it comes in. The bytes are given
   * away, and come back with the answer.
   */
  async prepare(
    appId: string,
    signal: SignalName,
    bytes: Buffer,
    encoding: Encoding,
    values: number,
    keepVectors = false,
  ): Promise<PreparedBytes> {
    const recordBytes = this.#maxRecordBytes;
    if (bytes.length <= HERE_BYTES && (values || valuesIn(bytes, signal, encoding)) <= HERE_VALUES) {
      const limits = { records: HERE_RECORDS, recordBytes };
      const prepared = prepare(signal, bytes, encoding, limits, keepVectors);
      if (!('tooMany' in prepared)) return { bytes, prepared };
    }
    const sent = ownMemory(bytes);
    const limits = { records: MAX_RECORDS, recordBytes };
    const answer = await this.#pool.ask(appId, { signal, bytes: sent, encoding, limits, keepVectors }, [
      sent,
    ]);
    const { prepared } = answer;
    return {
      bytes: Buffer.from(answer.bytes),
      prepared: 'refusal' in prepared ? prepared : await unpack(prepared),
    };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

function valuesIn(bytes: Buffer, signal: SignalName, encoding: Encoding): number {
  if (encoding === 'json') return 0;
  const sliced = sliceProtobuf(bytes, signal === 'traces' ? 'span' : 'logRecord');
  return 'refusal' in sliced ? 0 : sliced.values;
}

async function unpack({ portions, others }: { portions: string[]; others: number }): Promise<Prepared> {
  const unpacked: Portion[] = [];
  for (const portion of portions) {
    unpacked.push(JSON.parse(portion));
    await nextTurn();
  }
  return { portions: unpacked, others };
}
