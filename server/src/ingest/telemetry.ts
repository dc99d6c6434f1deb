/**
 * Model calls that come as telemetry, from what a request brings to a safe place in the journal. A call is named by
 * its span, so that a retry is a duplicate; what else is told of it, in log records, finds it by that name in the drain.
 * A request is taken in portions, with a turn for everybody else between them.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Head } from '../envelope/journal-entry.ts';
import type { Outline } from '../envelope/outline.ts';
import { derivedId, digestOf, newId } from '../envelope/uuid.ts';
import { keyOf, type SpanName } from '../otel/find-repeats.ts';
import { keptLogs } from '../otel/kept.ts';
import type { Portion, Prepared, PreparedRecord, SpanSummary } from '../otel/prepare.ts';
import { repeatedText, toldTwiceText } from '../otel/repeated.ts';
import type { SignalName } from '../otel/telemetry.ts';
import type { Rejected } from '../otel/wire/answers.ts';
import type { Encoding } from '../otel/wire/decode.ts';
import type { Application } from './credentials.ts';
import type { Repeats } from './recent-calls.ts';
import { TelemetryFrame } from './telemetry-frame.ts';
import { append, type Ingest, limitRate } from './track.ts';

/** A request that was read: its bytes, and what is in them. */
export type TelemetryRequest = {
  signal: SignalName;
  encoding: Encoding;
  bytes: Buffer;
  prepared: Prepared;
  receivedAt: number;
};

export type TakenTelemetry = {
  stored: number;
  duplicates: number;
  rejected: Rejected | null;
  /** The interactions, in the order of the request; `duplicate` of those that were recorded before. */
  calls: { id: string; duplicate: boolean }[];
};

export const NOTHING_TAKEN: TakenTelemetry = { stored: 0, duplicates: 0, rejected: null, calls: [] };

/** The one fingerprint of spans: the interaction of a call has no other span. */
const SPAN = 'span';

export async function takeTelemetry(
  ingest: Ingest,
  application: Application,
  request: TelemetryRequest,
): Promise<TakenTelemetry> {
  limitRate(ingest, application, costOf(request.prepared.portions));
  return recordTelemetry(ingest, application, request);
}

/** Past the rate limit, for what was received before. */
export async function recordTelemetry(
  ingest: Ingest,
  application: Application,
  request: TelemetryRequest,
): Promise<TakenTelemetry> {
  const { prepared, receivedAt } = request;
  const { portions } = prepared;
  const appId = application.id;
  const { leftOut, late, twice } = await findRepeats(ingest, appId, portions);
  const writing = new Writing(ingest);
  const calls: TakenTelemetry['calls'] = [];
  for (const { records } of portions) {
    const ids = await idsOf(application, records);
    const taken = takePortion(ingest, application, request, leftOut, records, ids);
    for (const { head, body } of taken.frames) writing.append(head, body);
    calls.push(...taken.calls);
    await nextTurn();
  }
  const common = { appId, receivedAt };
  for (const [names, textOf] of [
    [late, repeatedText],
    [twice, toldTwiceText],
  ] as const) {
    for (const name of names) {
      const head: Head = { kind: 'part', id: idOf(application, name), ...common, own: true };
      writing.append(head, [keptLogs([textOf(name)])]);
    }
  }
  for (const { count, outlines } of ignoredIn(ingest, appId, prepared, leftOut)) {
    writing.append({ kind: 'ignored', id: newId(receivedAt), ...common, count, outlines }, []);
    await nextTurn();
  }
  await writing.done();
  ingest.recentCalls.settled(appId, late);
  const duplicates = calls.filter(({ duplicate }) => duplicate).length;
  return { stored: calls.length - duplicates, duplicates, rejected: partialSuccess(portions), calls };
}

/** Everything but what is ignored. */
function costOf(portions: readonly Portion[]): number {
  let cost = 0;
  for (const { records } of portions)
    for (const record of records) cost += record.kind === 'rejected' ? record.count : 1;
  return cost;
}

/** Frames on their way to the disk. */
class Writing {
  readonly #ingest: Ingest;
  /** What became of each: null when it is safe, else why it is not. */
  readonly #outcomes: Promise<{ failure: unknown } | null>[] = [];

  constructor(ingest: Ingest) {
    this.#ingest = ingest;
  }

  append(head: Head, body: readonly Uint8Array[]): void {
    const safe = append(this.#ingest, head, body);
    this.#outcomes.push(
      safe.then(
        () => null,
        (failure: unknown) => ({ failure }),
      ),
    );
  }

  /** All of it is safe, or it throws. */
  async done(): Promise<void> {
    for (const outcome of await Promise.all(this.#outcomes)) if (outcome) throw outcome.failure;
  }
}

/** Spans to look at before others get a turn. */
const SPANS_A_TURN = 100;

async function findRepeats(
  { recentCalls }: Ingest,
  appId: string,
  portions: readonly Portion[],
): Promise<Repeats> {
  const leftOut = new Set<string>();
  const late: SpanName[] = [];
  const twice: SpanName[] = [];
  let looked = 0;
  for (const [traceId, spans] of Map.groupBy(spansIn(portions), (span) => span.traceId)) {
    const repeats = recentCalls.repeatsAmong(appId, traceId, spans);
    for (const key of repeats.leftOut) leftOut.add(key);
    late.push(...repeats.late);
    twice.push(...repeats.twice);
    looked += spans.length;
    if (looked < SPANS_A_TURN) continue;
    looked = 0;
    await nextTurn();
  }
  return { leftOut, late, twice };
}

function* spansIn(portions: readonly Portion[]): Generator<SpanSummary> {
  for (const { spans } of portions) yield* spans;
}

/** Hashes to make before others get a turn. */
const IDS_A_TURN = 200;

/** The interaction that each is of; of what was rejected, none. Before anything is decided, since nothing may come between. */
async function idsOf(application: Application, records: readonly PreparedRecord[]): Promise<string[]> {
  const ids: string[] = [];
  for (const record of records) {
    ids.push(record.kind === 'rejected' ? '' : idOfRecord(application, record));
    if (ids.length % IDS_A_TURN === 0) await nextTurn();
  }
  return ids;
}

type Frame = { head: Head; body: readonly Uint8Array[] };

function takePortion(
  ingest: Ingest,
  application: Application,
  { signal, encoding, bytes, receivedAt }: TelemetryRequest,
  leftOut: ReadonlySet<string>,
  records: readonly PreparedRecord[],
  ids: readonly string[],
): { frames: Frame[]; calls: TakenTelemetry['calls'] } {
  const frame = new TelemetryFrame(bytes);
  const calls: TakenTelemetry['calls'] = [];
  /** The fingerprints of this portion: the journal has none of it yet. */
  const here = new Map<string, string>();
  let duplicates = 0;
  for (const [i, record] of records.entries()) {
    const id = ids[i] ?? '';
    if (record.kind === 'rejected') frame.reject(record);
    else if (record.kind === 'part') frame.add({ id, part: true, fingerprint: '' }, record);
    else if (record.name === null || !leftOut.has(keyOf(record.name))) {
      const fingerprint = record.digest === null ? SPAN : record.digest.slice(0, 16);
      const duplicate = (here.get(id) ?? ingest.duplicates.recorded(id)) === fingerprint;
      calls.push({ id, duplicate });
      if (duplicate) duplicates++;
      else frame.add({ id, fingerprint, ...(ingest.duplicates.isNew(id) ? {} : UNVERIFIED) }, record);
      here.set(id, fingerprint);
    }
  }
  for (const id of here.keys()) ingest.duplicates.known.add(id);
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

function idOfRecord(application: Application, record: Exclude<PreparedRecord, { kind: 'rejected' }>): string {
  if (record.kind === 'part') return idOf(application, record.name);
  return record.name ? idOf(application, record.name) : idOfLog(application, record.digest);
}

/** The same for everything that is told of one call. */
function idOf({ id }: Application, name: SpanName): string {
  return derivedId(`span ${id}`, digestOf(keyOf(name)));
}

function idOfLog({ id }: Application, digest: string | null): string {
  return derivedId(`log ${id}`, digest ?? '');
}

/** Of an export. */
const MAX_OUTLINES = 10_000;
/** In one head, which is read at once. */
const OUTLINES_A_FRAME = 1000;

/** What is no call: how many, and of spans around calls what is kept of them; the first for all that is not. */
function* ignoredIn(
  ingest: Ingest,
  appId: string,
  { portions, others }: Prepared,
  leftOut: ReadonlySet<string>,
): Generator<{ count: number; outlines: Outline[] }> {
  const ignored = [...spansIn(portions)].filter((span) => span.kind !== 'call' || leftOut.has(keyOf(span)));
  if (ignored.length + others === 0) return;
  const kept = worthKeeping(ingest, appId, ignored);
  let count = ignored.length + others - kept.length;
  for (let from = 0; from === 0 || from < kept.length; from += OUTLINES_A_FRAME) {
    const outlines = kept.slice(from, from + OUTLINES_A_FRAME);
    yield { count: count + outlines.length, outlines };
    count = 0;
  }
}

/** What agents and frameworks say of themselves, calls too, and whatever else is around a call that came before it. */
function worthKeeping({ recentCalls }: Ingest, appId: string, spans: readonly SpanSummary[]): Outline[] {
  const kept = [...Map.groupBy(spans, ({ traceId }) => traceId)].flatMap(([traceId, ofTrace]) => {
    const around = recentCalls.aroundCalls(appId, traceId);
    return ofTrace.filter(({ kind, spanId }) => kind !== 'other' || around.has(spanId));
  });
  return kept.slice(0, MAX_OUTLINES).map(outlineIn);
}

function outlineIn({
  traceId,
  spanId,
  parentSpanId,
  name,
  kind,
  startedAt,
  endedAt,
  failed,
}: SpanSummary): Outline {
  return { traceId, spanId, parentSpanId, name, kind, startedAt, endedAt, failed };
}

function partialSuccess(portions: readonly Portion[]): Rejected | null {
  let count = 0;
  let said = '';
  for (const record of portions.flatMap(({ records }) => records)) {
    if (record.kind !== 'rejected') continue;
    if (count === 0) said = `${record.path}: ${record.problem} It is kept in /v1/rejections.`;
    count += record.count;
  }
  if (count === 0) return null;
  return { count, message: count > 1 ? `${said} The others are in /v1/rejections, too.` : said };
}
