/**
 * What an OTLP request brings, out of its bytes. It knows nothing of this process, so that requests can be looked at on
 * another thread: everything in it is plain data, and refers to the bytes instead of copying them.
 */
import { createHash, type Hash } from 'node:crypto';
import type { Outline } from '../envelope/outline.ts';
import { type Seen, type SpanName, seenOf } from './find-repeats.ts';
import { gatherCall } from './gather-call.ts';
import { isObject, parseJson } from './json.ts';
import { memberOf, originTexts, textBefore, textOfRecord } from './kept-text.ts';
import { classify } from './kinds/classify.ts';
import { classifyLog } from './kinds/classify-log.ts';
import { outlineOf } from './outline.ts';
import type { LogRecord, SignalName, Span } from './telemetry.ts';
import type { Encoding, Received, RecordSlices } from './wire/decode.ts';
import { decodeLogs } from './wire/decode-logs.ts';
import { decodeTraces } from './wire/decode-traces.ts';
import type { Refusal } from './wire/slices.ts';
import { tellsVector, withoutVectors } from './without-vectors.ts';

/** Of the bytes of the request: the first, and the one behind the last. */
export type Range = readonly [start: number, end: number];

/** Where a record stands in the request, and what it shares with others. */
export type RecordRanges = { resource: Range | null; scope: Range | null; record: Range };

export type PreparedRecord = RecordRanges &
  (
    | {
        kind: 'call';
        /** The span that it is; null for a log record without one. */
        name: SpanName | null;
        /** Of the text that is kept of a log record, where several may be of one span. */
        digest: string | null;
        /** What is kept in its place, as JSON, where vectors were taken out. */
        json?: string;
      }
    /** Something said in a call that is told by itself. */
    | { kind: 'part'; name: SpanName; json?: string }
    /** `count` of them in a row are the same. */
    | { kind: 'rejected'; path: string; problem: string; count: number }
  );

/** Every span, to tell calls that only repeat others, and to keep those around calls. */
export type SpanSummary = Seen & Outline;

/** So much of a request as is dealt with in one go. */
export type Portion = { records: PreparedRecord[]; spans: SpanSummary[] };

export type Prepared = {
  portions: Portion[];
  /** How many log records are no model calls. */
  others: number;
};

/** Of what one portion has: it is taken in a few milliseconds. Each is kept with what its records share. */
const PORTION_RECORDS = 500;
const PORTION_BYTES = 2 * 1024 * 1024;

export type PrepareLimits = {
  /** More than this is a request for another thread. */
  records: number;
  /** Of one record. */
  recordBytes: number;
};

/** The request has more records than the limit; nothing else was looked at. */
export type TooMany = { tooMany: true };

export function prepare(
  signal: SignalName,
  bytes: Buffer,
  encoding: Encoding,
  limits: PrepareLimits,
  keepVectors = false,
): Prepared | Refusal | TooMany {
  const preparing = new Preparing(bytes, signal, encoding, keepVectors);
  return signal === 'traces'
    ? sort(decodeTraces(bytes, encoding), limits, preparing, addSpan)
    : sort(decodeLogs(bytes, encoding), limits, preparing, addLog);
}

type Add<T> = (preparing: Preparing, record: T, slices: RecordSlices) => void;

function sort<T>(
  received: Received<T>[] | Refusal,
  limits: PrepareLimits,
  preparing: Preparing,
  add: Add<T>,
): Prepared | Refusal | TooMany {
  if ('refusal' in received) return received;
  if (received.length > limits.records) return { tooMany: true };
  for (const { path, slices, ...one } of received) {
    const { length } = slices.record;
    if (length > limits.recordBytes) {
      const refusal = `${path()}: a record may have ${limits.recordBytes} bytes at most, not ${length}.`;
      return { refusal, tooLarge: true };
    }
    if ('record' in one) add(preparing, one.record, slices);
    else preparing.reject(path, one.problem, slices);
  }
  return preparing.prepared;
}

const addSpan: Add<Span> = (preparing, span, slices) => {
  const outline = outlineOf(span);
  const seen = seenOf(span);
  preparing.see({ ...seen, ...outline });
  if (outline.kind !== 'call') return;
  const { traceId, spanId } = span;
  const json = preparing.withoutVectors(seen.wordless === 'embedding', slices);
  preparing.add(
    { kind: 'call', name: { traceId, spanId }, digest: null, ...json, ...preparing.ranges(slices) },
    slices,
  );
};

const addLog: Add<LogRecord> = (preparing, log, slices) => {
  const { traceId, spanId } = log;
  const name = traceId === null || spanId === null ? null : { traceId, spanId };
  const kind = classifyLog(log);
  const ranges = preparing.ranges(slices);
  const call = kind === 'call' ? gatherCall([log]) : null;
  if (kind === 'call' && call) {
    const json = preparing.withoutVectors(classify(call) === 'embedding', slices);
    preparing.add({ kind, name, digest: preparing.digest(slices), ...json, ...ranges }, slices);
  } else if (kind === 'part' && name) {
    const json = preparing.withoutVectors(tellsVector(log.name, log.body), slices);
    preparing.add({ kind, name, ...json, ...ranges }, slices);
  } else preparing.prepared.others++;
};

class Preparing {
  readonly prepared: Prepared = { portions: [], others: 0 };
  readonly #bytes: Buffer;
  readonly #signal: SignalName;
  readonly #encoding: Encoding;
  readonly #keepVectors: boolean;
  #portion: Portion | undefined;
  #portionBytes = 0;
  #lastRejected: { slices: RecordSlices; record: PreparedRecord & { kind: 'rejected' } } | undefined;
  /** Of the texts before the records of one scope, begun: its records have it in common. */
  #begun: { scope: RecordSlices; hash: Hash } | undefined;

  constructor(bytes: Buffer, signal: SignalName, encoding: Encoding, keepVectors: boolean) {
    this.#bytes = bytes;
    this.#signal = signal;
    this.#encoding = encoding;
    this.#keepVectors = keepVectors;
  }

  see(span: SpanSummary): void {
    this.#current(0).spans.push(span);
  }

  add(record: PreparedRecord, { record: { length } }: RecordSlices): void {
    this.#current(length).records.push(record);
  }

  /** A run of equal records with the same problem is one with a count. */
  reject(path: () => string, problem: string, slices: RecordSlices): void {
    const last = this.#lastRejected;
    if (last?.record.problem === problem && isEqual(last.slices, slices)) {
      last.record.count++;
      return;
    }
    const record = { kind: 'rejected' as const, path: path(), problem, count: 1, ...this.ranges(slices) };
    this.add(record, slices);
    this.#lastRejected = { slices, record };
  }

  digest(slices: RecordSlices): string {
    if (!this.#begun || !sharesOrigin(this.#begun.scope, slices)) {
      const before = textBefore(originTexts(this.#encoding, slices));
      this.#begun = { scope: slices, hash: createHash('sha256').update(before) };
    }
    const rest = textOfRecord(this.#signal, this.#encoding, slices.record);
    return this.#begun.hash.copy().update(rest).digest('hex');
  }

  /** Nothing where they are kept, or the record has none. */
  withoutVectors(mayHave: boolean, { record }: RecordSlices): { json?: string } {
    if (!mayHave || this.#keepVectors) return {};
    const { name, json } = memberOf(this.#signal, this.#encoding, record);
    const sent = name === 'protobuf' ? null : parseJson(json.toString('utf8'));
    if (!isObject(sent)) return {};
    const without = withoutVectors(sent);
    return without === sent ? {} : { json: JSON.stringify(without) };
  }

  ranges({ resource, scope, record }: RecordSlices): RecordRanges {
    return {
      resource: resource && this.#range(resource),
      scope: scope && this.#range(scope),
      record: this.#range(record),
    };
  }

  #range(slice: Buffer): Range {
    const start = slice.byteOffset - this.#bytes.byteOffset;
    return [start, start + slice.length];
  }

  #current(bytes: number): Portion {
    const { portions } = this.prepared;
    const last = this.#portion;
    this.#portionBytes += bytes;
    if (
      last &&
      last.records.length < PORTION_RECORDS &&
      last.spans.length < PORTION_RECORDS &&
      this.#portionBytes <= PORTION_BYTES
    )
      return last;
    const portion: Portion = { records: [], spans: [] };
    portions.push(portion);
    this.#portion = portion;
    this.#portionBytes = bytes;
    return portion;
  }
}

function sharesOrigin(a: RecordSlices, b: RecordSlices): boolean {
  return a.resource === b.resource && a.scope === b.scope;
}

function isEqual(a: RecordSlices, b: RecordSlices): boolean {
  return sharesOrigin(a, b) && a.record.equals(b.record);
}
