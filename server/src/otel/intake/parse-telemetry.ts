/**
 * Parses an OTLP request into calls, parts of calls, and summaries of spans. The result is plain data that
 * refers to the request's bytes instead of copying them, and depends on nothing of this process, so a worker
 * thread can make it.
 */
import { createHash, type Hash } from 'node:crypto';
import { isObject, parseJson } from '../../base/json.ts';
import { classify, classifyLog } from '../dialects/classify.ts';
import { gatherCall } from '../gather-call.ts';
import { memberOf, originTexts, textBefore, textOfRecord } from '../record-text.ts';
import type { LogRecord, SignalName, Span, SpanIds } from '../telemetry.ts';
import type { DecodeLimits, Encoding, Received, RecordSlices } from '../wire/decode.ts';
import { decodeLogs } from '../wire/decode-logs.ts';
import { decodeTraces } from '../wire/decode-traces.ts';
import type { Refusal } from '../wire/slices.ts';
import { EVALUATION_EVENT, type EvaluationScore, evaluationIn } from './evaluation.ts';
import { type SpanSummary, summariseSpan } from './span-summary.ts';
import { hasVector, withoutVectors } from './without-vectors.ts';

/** Bytes of the request, from the first to the one after the last. */
export type Range = readonly [start: number, end: number];

/** Where a record stands in the request, and the resource and scope that it shares with others. */
export type RecordRanges = { resource: Range | null; scope: Range | null; record: Range };

export type ParsedRecord = RecordRanges &
  (
    | {
        kind: 'call';
        /** The ids of the call's span; null for a log record without them. */
        span: SpanIds | null;
        /** Of the text that is kept of a log record, since several may belong to one span. */
        digest: string | null;
        /** The JSON that is kept instead of the record, where vectors were removed. */
        json?: string;
      }
    /** A log record that belongs to a call. */
    | { kind: 'part'; span: SpanIds; json?: string }
    /** An invalid record; `count` of them in a row are equal. */
    | { kind: 'rejected'; path: string; problem: string; count: number }
  );

/** The share of a request that is processed in one turn of the event loop. */
export type Portion = { records: ParsedRecord[]; spans: SpanSummary[]; scores: EvaluationScore[] };

export type ParsedTelemetry = {
  portions: Portion[];
  /** How many log records have nothing to do with model calls. */
  others: number;
};

/**
 * Limits of a portion: it is processed in a few milliseconds. Each keeps a copy of what its records share.
 */
const PORTION_RECORDS = 500;
const PORTION_BYTES = 2 * 1024 * 1024;

/** `recordBytes` is the limit of a single record. */
export type ParseLimits = DecodeLimits & { recordBytes: number };

export function parseTelemetry(
  signal: SignalName,
  bytes: Buffer,
  encoding: Encoding,
  limits: ParseLimits,
  keepVectors = false,
): ParsedTelemetry | Refusal {
  const parsing = new Parsing(bytes, signal, encoding, keepVectors);
  return signal === 'traces'
    ? sort(decodeTraces(bytes, encoding, limits), limits, parsing, addSpan)
    : sort(decodeLogs(bytes, encoding, limits), limits, parsing, addLog);
}

type Add<T> = (parsing: Parsing, record: T, slices: RecordSlices, path: () => string) => void;

function sort<T>(
  received: Received<T>[] | Refusal,
  { recordBytes }: ParseLimits,
  parsing: Parsing,
  add: Add<T>,
): ParsedTelemetry | Refusal {
  if ('refusal' in received) return received;
  for (const { path, slices, ...one } of received) {
    const { length } = slices.record;
    if (length > recordBytes) {
      const refusal = `${path()}: a record may have ${recordBytes} bytes at most, not ${length}.`;
      return { refusal, tooLarge: true };
    }
    if ('record' in one) add(parsing, one.record, slices, path);
    else parsing.reject(path, one.problem, slices);
  }
  return parsing.parsed;
}

const addSpan: Add<Span> = (parsing, span, slices) => {
  const summary = summariseSpan(span);
  parsing.addSummary(summary);
  const { traceId, spanId } = span;
  for (const { name, at, attributes } of span.events) {
    const found = name === EVALUATION_EVENT ? evaluationIn({ traceId, spanId, at, attributes }) : null;
    if (found && 'input' in found) parsing.addScore(found, slices);
  }
  if (!summary.isCall) return;
  const json = parsing.withoutVectors(() => summary.wordless === 'embedding', slices);
  parsing.add(
    { kind: 'call', span: { traceId, spanId }, digest: null, ...json, ...parsing.ranges(slices) },
    slices,
  );
};

const addLog: Add<LogRecord> = (parsing, log, slices, path) => {
  if (log.name === EVALUATION_EVENT) {
    const found = evaluationIn(log);
    if (found === null) parsing.parsed.others++;
    else if ('problem' in found) parsing.reject(path, found.problem, slices);
    else parsing.addScore(found, slices);
    return;
  }
  const { traceId, spanId } = log;
  const span = traceId === null || spanId === null ? null : { traceId, spanId };
  const kind = classifyLog(log);
  if (kind === 'call') {
    const json = parsing.withoutVectors(() => isEmbedding(log), slices);
    const digest = parsing.digest(slices);
    parsing.add({ kind, span, digest, ...json, ...parsing.ranges(slices) }, slices);
  } else if (kind === 'part' && span) {
    const json = parsing.withoutVectors(() => hasVector(log), slices);
    parsing.add({ kind, span, ...json, ...parsing.ranges(slices) }, slices);
  } else parsing.parsed.others++;
};

function isEmbedding(log: LogRecord): boolean {
  const call = gatherCall([log]);
  return call !== null && classify(call) === 'embedding';
}

class Parsing {
  readonly parsed: ParsedTelemetry = { portions: [], others: 0 };
  readonly #bytes: Buffer;
  readonly #signal: SignalName;
  readonly #encoding: Encoding;
  readonly #keepVectors: boolean;
  #portion: Portion | undefined;
  #portionBytes = 0;
  #lastRejected: { slices: RecordSlices; record: ParsedRecord & { kind: 'rejected' } } | undefined;
  /** The hash of the text before the records of one scope, which all of them begin with. */
  #originHash: { slices: RecordSlices; hash: Hash } | undefined;

  constructor(bytes: Buffer, signal: SignalName, encoding: Encoding, keepVectors: boolean) {
    this.#bytes = bytes;
    this.#signal = signal;
    this.#encoding = encoding;
    this.#keepVectors = keepVectors;
  }

  addSummary(span: SpanSummary): void {
    this.#currentPortion(0).spans.push(span);
  }

  addScore(score: EvaluationScore, { record: { length } }: RecordSlices): void {
    this.#currentPortion(length).scores.push(score);
  }

  add(record: ParsedRecord, { record: { length } }: RecordSlices): void {
    this.#currentPortion(length).records.push(record);
  }

  /** Adds to the count of the last one, where that is equal. */
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
    if (!this.#originHash || !sharesOrigin(this.#originHash.slices, slices)) {
      const before = textBefore(originTexts(this.#encoding, slices));
      this.#originHash = { slices, hash: createHash('sha256').update(before) };
    }
    const rest = textOfRecord(this.#signal, this.#encoding, slices.record);
    return this.#originHash.hash.copy().update(rest).digest('hex');
  }

  /** Empty where vectors are kept, or the record has none. */
  withoutVectors(mayHaveVectors: () => boolean, { record }: RecordSlices): { json?: string } {
    if (this.#keepVectors || !mayHaveVectors()) return {};
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

  #currentPortion(bytes: number): Portion {
    const last = this.#portion;
    this.#portionBytes += bytes;
    if (
      last &&
      last.records.length < PORTION_RECORDS &&
      last.spans.length < PORTION_RECORDS &&
      last.scores.length < PORTION_RECORDS &&
      this.#portionBytes <= PORTION_BYTES
    )
      return last;
    const portion: Portion = { records: [], spans: [], scores: [] };
    this.parsed.portions.push(portion);
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
