/**
 * Writes the model calls of a telemetry request to the journal. A call's id is derived from the ids of its
 * span, so a retry is a duplicate, and log records that belong to the call find it by that id in the drain. A
 * request is processed in portions, each in a turn of the event loop.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Head } from '../../envelope/journal-entry.ts';
import type { Outline } from '../../envelope/outline.ts';
import { derivedId, digestOf, newId } from '../../envelope/uuid.ts';
import type { Application } from '../../ingest/credentials.ts';
import { type RefusedScore, takeEach } from '../../ingest/take-scores.ts';
import { append, limitRate } from '../../ingest/track.ts';
import { logsBody } from '../call-bodies.ts';
import { repeatNote, reportedTwiceNote } from '../repeat-notes.ts';
import { type SignalName, type SpanIds, spanKey } from '../telemetry.ts';
import type { Rejected } from '../wire/answers.ts';
import type { Encoding } from '../wire/decode.ts';
import type { ParsedRecord, ParsedTelemetry, Portion } from './parse-telemetry.ts';
import type { Repeats } from './recent-calls.ts';
import { outlineIn, type SpanSummary } from './span-summary.ts';
import { TelemetryFrame } from './telemetry-frame.ts';
import type { TelemetryIngest } from './telemetry-ingest.ts';

export type TelemetryRequest = {
  signal: SignalName;
  encoding: Encoding;
  bytes: Buffer;
  parsed: ParsedTelemetry;
  receivedAt: number;
};

export type TakenTelemetry = {
  stored: number;
  duplicates: number;
  rejected: Rejected | null;
  scores: number;
  /** The interactions in the order of the request; `duplicate` if they were recorded before. */
  calls: { id: string; duplicate: boolean }[];
};

export const NOTHING_TAKEN: TakenTelemetry = {
  stored: 0,
  duplicates: 0,
  rejected: null,
  scores: 0,
  calls: [],
};

/** The fingerprint of every call that came as a span: its id is derived from that one span. */
const SPAN_FINGERPRINT = 'span';

export async function takeTelemetry(
  ingest: TelemetryIngest,
  application: Application,
  request: TelemetryRequest,
): Promise<TakenTelemetry> {
  limitRate(ingest, application, costOf(request.parsed.portions));
  return recordTelemetry(ingest, application, request);
}

/** `takeTelemetry` without the rate limit, for requests that passed it before. */
export async function recordTelemetry(
  ingest: TelemetryIngest,
  application: Application,
  request: TelemetryRequest,
): Promise<TakenTelemetry> {
  const { parsed, receivedAt } = request;
  const { portions } = parsed;
  const appId = application.id;
  const { leftOut, late, twice } = await findRepeats(ingest, appId, portions);
  const writes = new FrameWrites(ingest);
  const calls: TakenTelemetry['calls'] = [];
  for (const { records } of portions) {
    const ids = await idsOf(application, records);
    const taken = takePortion(ingest, application, request, leftOut, records, ids);
    for (const { head, body } of taken.frames) writes.append(head, body);
    calls.push(...taken.calls);
    await nextTurn();
  }
  const common = { appId, receivedAt };
  for (const [spans, noteFor] of [
    [late, repeatNote],
    [twice, reportedTwiceNote],
  ] as const) {
    for (const span of spans) {
      const head: Head = { kind: 'part', id: idOfSpan(application, span), ...common, own: true };
      writes.append(head, [logsBody([noteFor(span)])]);
    }
  }
  for (const { count, outlines } of ignoredIn(ingest, appId, parsed, leftOut)) {
    writes.append({ kind: 'ignored', id: newId(receivedAt), ...common, count, outlines }, []);
    await nextTurn();
  }
  const scores = portions.flatMap((portion) =>
    portion.scores.map(({ input, span }) =>
      span === null ? input : { ...input, interaction: idOfSpan(application, span) },
    ),
  );
  const refused = await takeEach(ingest, application, scores);
  await writes.done();
  ingest.recentCalls.settled(appId, late);
  const duplicates = calls.filter(({ duplicate }) => duplicate).length;
  return {
    stored: calls.length - duplicates,
    duplicates,
    rejected: partialSuccess(portions, refused),
    scores: scores.length - refused.length,
    calls,
  };
}

/** The number of records that count towards the rate limit: all but ignored ones. */
function costOf(portions: readonly Portion[]): number {
  let cost = 0;
  for (const { records, scores } of portions) {
    cost += scores.length;
    for (const record of records) cost += record.kind === 'rejected' ? record.count : 1;
  }
  return cost;
}

/** Frames that are being written to the disk. */
class FrameWrites {
  readonly #ingest: TelemetryIngest;
  /** Null once the frame is on the disk. */
  readonly #outcomes: Promise<{ failure: unknown } | null>[] = [];

  constructor(ingest: TelemetryIngest) {
    this.#ingest = ingest;
  }

  append(head: Head, body: readonly Uint8Array[]): void {
    const written = append(this.#ingest, head, body);
    this.#outcomes.push(
      written.then(
        () => null,
        (failure: unknown) => ({ failure }),
      ),
    );
  }

  /** Resolves when all frames are on the disk; throws if one is not. */
  async done(): Promise<void> {
    for (const outcome of await Promise.all(this.#outcomes)) if (outcome) throw outcome.failure;
  }
}

const SPANS_PER_TURN = 100;

async function findRepeats(
  { recentCalls }: TelemetryIngest,
  appId: string,
  portions: readonly Portion[],
): Promise<Repeats> {
  const leftOut = new Set<string>();
  const late: SpanIds[] = [];
  const twice: SpanIds[] = [];
  let checked = 0;
  for (const [traceId, spans] of Map.groupBy(spansIn(portions), (span) => span.traceId)) {
    const repeats = recentCalls.repeatsAmong(appId, traceId, spans);
    for (const key of repeats.leftOut) leftOut.add(key);
    late.push(...repeats.late);
    twice.push(...repeats.twice);
    checked += spans.length;
    if (checked < SPANS_PER_TURN) continue;
    checked = 0;
    await nextTurn();
  }
  return { leftOut, late, twice };
}

function* spansIn(portions: readonly Portion[]): Generator<SpanSummary> {
  for (const { spans } of portions) yield* spans;
}

/** Each id is a hash. */
const IDS_PER_TURN = 200;

/**
 * The interaction ids of the records, empty for rejected ones. They are made before `takePortion`, which must
 * not yield between checking for duplicates and appending.
 */
async function idsOf(application: Application, records: readonly ParsedRecord[]): Promise<string[]> {
  const ids: string[] = [];
  for (const record of records) {
    ids.push(record.kind === 'rejected' ? '' : idOfRecord(application, record));
    if (ids.length % IDS_PER_TURN === 0) await nextTurn();
  }
  return ids;
}

type Frame = { head: Head; body: readonly Uint8Array[] };

function takePortion(
  ingest: TelemetryIngest,
  application: Application,
  { signal, encoding, bytes, receivedAt }: TelemetryRequest,
  leftOut: ReadonlySet<string>,
  records: readonly ParsedRecord[],
  ids: readonly string[],
): { frames: Frame[]; calls: TakenTelemetry['calls'] } {
  const frame = new TelemetryFrame(bytes);
  const calls: TakenTelemetry['calls'] = [];
  /** Fingerprints of this portion, which the journal does not have yet. */
  const fingerprints = new Map<string, string>();
  let duplicates = 0;
  for (const [i, record] of records.entries()) {
    const id = ids[i] ?? '';
    if (record.kind === 'rejected') frame.reject(record);
    else if (record.kind === 'part') frame.add({ id, part: true, fingerprint: '' }, record);
    else if (record.span === null || !leftOut.has(spanKey(record.span))) {
      const fingerprint = record.digest === null ? SPAN_FINGERPRINT : record.digest.slice(0, 16);
      const duplicate = (fingerprints.get(id) ?? ingest.duplicates.recorded(id)) === fingerprint;
      calls.push({ id, duplicate });
      if (duplicate) duplicates++;
      else frame.add({ id, fingerprint, ...(ingest.duplicates.isNew(id) ? {} : UNVERIFIED) }, record);
      fingerprints.set(id, fingerprint);
    }
  }
  for (const id of fingerprints.keys()) ingest.duplicates.known.add(id);
  const common = { appId: application.id, receivedAt };
  const frames: Frame[] = [];
  if (!frame.isEmpty) {
    const { count, ...rest } = frame.head;
    const { sessionTimeout } = application;
    const id = newId(receivedAt);
    const head: Head = { kind: 'telemetry', id, ...common, count, signal, encoding, sessionTimeout, ...rest };
    frames.push({ head, body: [frame.body] });
  }
  if (duplicates > 0)
    frames.push({
      head: { kind: 'duplicate', id: newId(receivedAt), ...common, count: duplicates },
      body: [],
    });
  return { frames, calls };
}

const UNVERIFIED = { unverified: true } as const;

function idOfRecord(application: Application, record: Exclude<ParsedRecord, { kind: 'rejected' }>): string {
  if (record.kind === 'part') return idOfSpan(application, record.span);
  return record.span ? idOfSpan(application, record.span) : idOfLog(application, record.digest);
}

/** The same for the span and for all log records of a call. */
function idOfSpan({ id }: Application, span: SpanIds): string {
  return derivedId(`span ${id}`, digestOf(spanKey(span)));
}

function idOfLog({ id }: Application, digest: string | null): string {
  return derivedId(`log ${id}`, digest ?? '');
}

/** Of one request. */
const MAX_OUTLINES = 10_000;
/** A frame's head is read at once. */
const OUTLINES_PER_FRAME = 1000;

/**
 * The frames for records that are not calls: outlines of spans around calls, and, in the first, the count of
 * the rest.
 */
function* ignoredIn(
  ingest: TelemetryIngest,
  appId: string,
  { portions, others }: ParsedTelemetry,
  leftOut: ReadonlySet<string>,
): Generator<{ count: number; outlines: Outline[] }> {
  const ignored = [...spansIn(portions)].filter((span) => span.kind !== 'call' || leftOut.has(spanKey(span)));
  if (ignored.length + others === 0) return;
  const kept = outlinesToKeep(ingest, appId, ignored);
  let count = ignored.length + others - kept.length;
  for (let from = 0; from === 0 || from < kept.length; from += OUTLINES_PER_FRAME) {
    const outlines = kept.slice(from, from + OUTLINES_PER_FRAME);
    yield { count: count + outlines.length, outlines };
    count = 0;
  }
}

/**
 * Spans of agents and frameworks, left-out calls, and any other span around a call that arrived before it.
 */
function outlinesToKeep(
  { recentCalls }: TelemetryIngest,
  appId: string,
  spans: readonly SpanSummary[],
): Outline[] {
  const kept = [...Map.groupBy(spans, ({ traceId }) => traceId)].flatMap(([traceId, ofTrace]) => {
    const around = recentCalls.aroundCalls(appId, traceId);
    return ofTrace.filter(({ kind, spanId }) => kind !== 'other' || around.has(spanId));
  });
  return kept.slice(0, MAX_OUTLINES).map(outlineIn);
}

function partialSuccess(portions: readonly Portion[], refused: readonly RefusedScore[]): Rejected | null {
  let count = refused.length;
  let first = refused[0] ? `${refused[0].message} It is kept in /v1/rejections.` : '';
  for (const record of portions.flatMap(({ records }) => records)) {
    if (record.kind !== 'rejected') continue;
    if (first === '') first = `${record.path}: ${record.problem} It is kept in /v1/rejections.`;
    count += record.count;
  }
  if (count === 0) return null;
  return { count, message: count > 1 ? `${first} The others are in /v1/rejections, too.` : first };
}
