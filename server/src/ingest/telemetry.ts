/**
 * Model calls that come as telemetry, from what a request brings to a safe place in the journal. A call is named by
 * its span, so that a retry is a duplicate; what else is told of it, in log records, finds it by that name in the drain.
 */
import type { Head } from '../entry.ts';
import { keptLogs, NO_LOGS, NO_SPAN } from '../otel/kept.ts';
import type { Outline } from '../otel/outline.ts';
import type { Prepared, PreparedCall, SignalName } from '../otel/prepare.ts';
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
  const repeats = ingest.recentCalls.repeatsAmong(appId, prepared.seen);
  const counting = calls.filter(
    ({ name }) => name === null || !repeats.has(`${name.traceId}/${name.spanId}`),
  );
  const ignored = prepared.others + prepared.outlines.length + calls.length - counting.length;
  const taken = counting.map((call) => takeCall(ingest, application, signal, call, receivedAt));
  const safe: Promise<unknown>[] = [...taken];
  for (const { name, text } of parts) {
    const id = idOf(application, name);
    safe.push(append(ingest, { kind: 'part', id, appId, receivedAt }, [keptLogs([text])]));
  }
  for (const { issue, text } of rejected) {
    const head: Head = { kind: 'rejection', id: newId(receivedAt), appId, receivedAt, issues: [issue] };
    safe.push(append(ingest, head, [text]));
  }
  if (ignored > 0) {
    const outlines = worthKeeping(ingest, appId, prepared.outlines);
    const head: Head = {
      kind: 'ignored',
      id: newId(receivedAt),
      appId,
      receivedAt,
      count: ignored,
      outlines,
    };
    safe.push(append(ingest, head, []));
  }
  await Promise.all(safe);
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
function idOf({ id }: Application, { traceId, spanId }: { traceId: string; spanId: string }): string {
  return derivedId(`span ${id}`, digestOf(`${traceId}/${spanId}`));
}

/** What agents and frameworks say of themselves, and whatever else is around a call that came before it. */
function worthKeeping({ recentCalls }: Ingest, appId: string, outlines: readonly Outline[]): Outline[] {
  return [...Map.groupBy(outlines, ({ traceId }) => traceId)].flatMap(([traceId, spans]) => {
    const around = recentCalls.aroundCalls(appId, traceId);
    return spans.filter(({ kind, spanId }) => kind !== 'other' || around.has(spanId));
  });
}

function partialSuccess(rejected: Prepared['rejected']): Rejected | null {
  const [first] = rejected;
  if (!first) return null;
  const { path, message } = first.issue;
  const others = rejected.length > 1 ? ` The others are in /v1/rejections, too.` : '';
  return { count: rejected.length, message: `${path}: ${message} It is kept in /v1/rejections.${others}` };
}
