/**
 * Parses small OTLP requests at once, and others on a worker thread, so that the acknowledging thread is not
 * blocked.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ownMemory } from '../../ingest/own-memory.ts';
import { ParsePool } from '../../ingest/parse-pool.ts';
import type { SignalName } from '../telemetry.ts';
import type { Encoding } from '../wire/decode.ts';
import { MAX_RECORDS, MAX_VALUES, type Refusal } from '../wire/slices.ts';
import { type ParsedTelemetry, type ParseLimits, type Portion, parseTelemetry } from './parse-telemetry.ts';

/** Limits of a request that is parsed at once, in 3 ms at most: about thirty spans of 4 KB. */
const INLINE_BYTES = 128 * 1024;
const INLINE_RECORDS = 200;
const INLINE_VALUES = 10_000;

export type TelemetryToParse = {
  signal: SignalName;
  bytes: ArrayBuffer;
  encoding: Encoding;
  limits: ParseLimits;
  keepVectors: boolean;
};

/** Portions as JSON: receiving them costs next to nothing until each is parsed. */
export type ParsedInThread = {
  bytes: ArrayBuffer;
  parsed: { portions: string[]; others: number } | Refusal;
};

export type ParsedRequest = { bytes: Buffer; parsed: ParsedTelemetry | Refusal };

export class TelemetryParser {
  readonly #pool = new ParsePool<TelemetryToParse, ParsedInThread>(
    new URL('./parse-telemetry-worker.ts', import.meta.url),
  );
  readonly #maxRecordBytes: number;

  constructor(maxRecordBytes: number) {
    this.#maxRecordBytes = maxRecordBytes;
  }

  /**
   * `values` is the number of values in JSON, which is counted while the body arrives; 0 for protobuf, whose
   * values are counted here. The bytes are transferred away and come back with the result.
   */
  async parseTelemetry(
    appId: string,
    signal: SignalName,
    bytes: Buffer,
    encoding: Encoding,
    values: number,
    keepVectors = false,
  ): Promise<ParsedRequest> {
    const recordBytes = this.#maxRecordBytes;
    if (bytes.length <= INLINE_BYTES && values <= INLINE_VALUES) {
      const limits = { records: INLINE_RECORDS, values: INLINE_VALUES, recordBytes };
      const parsed = parseTelemetry(signal, bytes, encoding, limits, keepVectors);
      if (!('overLimits' in parsed)) return { bytes, parsed };
    }
    const sent = ownMemory(bytes);
    const limits = { records: MAX_RECORDS, values: MAX_VALUES, recordBytes };
    const question = { signal, bytes: sent, encoding, limits, keepVectors };
    const answer = await this.#pool.ask(appId, question, [sent]);
    const { parsed } = answer;
    return {
      bytes: Buffer.from(answer.bytes),
      parsed: 'refusal' in parsed ? parsed : await unpack(parsed),
    };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

async function unpack({
  portions,
  others,
}: {
  portions: string[];
  others: number;
}): Promise<ParsedTelemetry> {
  const unpacked: Portion[] = [];
  for (const portion of portions) {
    unpacked.push(JSON.parse(portion));
    await nextTurn();
  }
  return { portions: unpacked, others };
}
