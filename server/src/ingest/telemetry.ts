/**
 * Model calls that come as telemetry, from what a request brings to a safe place in the journal. A call is named by
 * its span, so that a retry is a duplicate; what else is told of it, in log records, finds it by that name in the drain.
 */
import type { Head } from '../entry.ts';
import { keyOf, type SpanName } from '../otel/find-repeats.ts';
import { keptLogs, NO_LOGS, NO_SPAN } from '../otel/kept.ts';
import type { Outline } from '../otel/outline.ts';
import type { Prepared, PreparedCall, SignalName } from '../otel/prepare.ts';
import { repeatedText } from '../otel/repeated.ts';
import type { Rejected } from '../otel/wire/answers.ts';
import type { Application } from './credentials.ts';
import { type Accepted, append, type Ingest, limitRate } from './track.ts';
import { derivedId, digestOf, newId } from './uuid.ts';

export type TakenTelemetry = { stored: number; duplicates: number; rejected: Rejected | null };

/** The one fingerprint of spans: the interaction of a call has no other span. */
const SPAN = 'span';

export async function takeTelemetry(
  ingest: Ingest,
  application: Application,
  signal: SignalName,
  prepared: Prepared,
  receivedAt: number,
): Promise<TakenTelemetry> {
  const { calls, parts, rejected } = prepared;
  limitRate(ingest, application, calls.length + parts.length + rejected.length);
  const appId = application.id;
  const { leftOut, late } = ingest.recentCalls.repeatsAmong(appId, prepared.seen);
  const counting = calls.filter(({ name }) => name === null || !leftOut.has(keyOf(name)));
  const ignored = prepared.outlines.filter((span) => span.kind !== 'call' || leftOut.has(keyOf(span)));
  const taken = counting.map((call) => takeCall(ingest, application, signal, call, receivedAt));
  const common = { appId, receivedAt };
  const partOf = (name: SpanName) => ({ kind: 'part', id: idOf(application, name), ...common }) as const;
  const safe: Promise<unknown>[] = [
    ...taken,
    ...parts.map(({ name, text }) => append(ingest, partOf(name), [keptLogs([text])])),
    ...late.map((name) => append(ingest, { ...partOf(name), own: true }, [keptLogs([repeatedText(name)])])),
    ...rejected.map(({ issue, text }) =>
      append(ingest, { kind: 'rejection', id: newId(receivedAt), ...common, issues: [issue] }, [text]),
    ),
  ];
  const count = ignored.length + prepared.others;
  if (count > 0) {
    const outlines = worthKeeping(ingest, appId, ignored);
    const head: Head = { kind: 'ignored', id: newId(receivedAt), ...common, count, outlines };
    safe.push(append(ingest, head, []));
  }
  await Promise.all(safe);
  ingest.recentCalls.settled(appId, late);
  const duplicates = (await Promise.all(taken)).filter(({ duplicate }) => duplicate).length;
  return { stored: counting.length - duplicates, duplicates, rejected: partialSuccess(rejected) };
}

/** One call; its frame has a place in the journal when this returns, and is safe when the promise resolves. */
export async function takeCall(
  ingest: Ingest,
  application: Application,
  signal: SignalName,
  call: PreparedCall,
  receivedAt: number,
): Promise<Accepted> {
  const { head, bodies } = headOf(application, signal, call, receivedAt);
  const { id, appId, fingerprint, warnings } = head;
  const duplicate = ingest.duplicates.recorded(id) === fingerprint;
  if (duplicate) await append(ingest, { kind: 'duplicate', id, appId, receivedAt }, []);
  else {
    const verified = ingest.duplicates.isNew(id);
    ingest.duplicates.known.add(id);
    await append(ingest, { ...head, verified }, bodies);
  }
  return { id, duplicate, warnings };
}

function headOf(application: Application, signal: SignalName, call: PreparedCall, receivedAt: number) {
  const { name, envelope, warnings, text } = call;
  const digest = signal === 'logs' ? digestOf(text) : '';
  return {
    head: {
      kind: 'interaction',
      id: name ? idOf(application, name) : derivedId(`log ${application.id}`, digest),
      appId: application.id,
      receivedAt,
      envelope,
      warnings,
      fingerprint: signal === 'logs' ? digest.slice(0, 16) : SPAN,
    },
    bodies: signal === 'logs' ? [NO_SPAN, keptLogs([text])] : [text, NO_LOGS],
  } as const;
}

/** The same for everything that is told of one call. */
function idOf({ id }: Application, name: SpanName): string {
  return derivedId(`span ${id}`, digestOf(keyOf(name)));
}

/** Of an export: they are in one head, which is read at once. */
const MOST_OUTLINES = 10_000;

/** What agents and frameworks say of themselves, calls too, and whatever else is around a call that came before it. */
function worthKeeping({ recentCalls }: Ingest, appId: string, outlines: readonly Outline[]): Outline[] {
  const kept = [...Map.groupBy(outlines, ({ traceId }) => traceId)].flatMap(([traceId, spans]) => {
    const around = recentCalls.aroundCalls(appId, traceId);
    return spans.filter(({ kind, spanId }) => kind !== 'other' || around.has(spanId));
  });
  return kept.slice(0, MOST_OUTLINES);
}

function partialSuccess(rejected: Prepared['rejected']): Rejected | null {
  const [first] = rejected;
  if (!first) return null;
  const { path, message } = first.issue;
  const others = rejected.length > 1 ? ` The others are in /v1/rejections, too.` : '';
  return { count: rejected.length, message: `${path}: ${message} It is kept in /v1/rejections.${others}` };
}
