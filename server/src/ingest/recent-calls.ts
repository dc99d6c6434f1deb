/**
 * The spans that came lately, to tell a call that was seen twice: by the library that makes it, and by a framework
 * around that. One that is known to repeat others when it comes is left out; one that turns out to when the others come
 * is told afterwards, so that no order of arrival doubles a cost.
 */
import { keepNewest } from '../keep-newest.ts';
import { findRepeats, keyOf, type Seen, type SpanName } from '../otel/find-repeats.ts';

/** A trace is over before so many others have come. */
const REMEMBERED_TRACES = 20_000;
/** Of a longer one, the latest are remembered. */
const MOST_SPANS = 2000;

export type Repeats = {
  /** Calls of the request that are not to be recorded, as `traceId/spanId`. */
  leftOut: ReadonlySet<string>;
  /** Calls of earlier requests, or of this one, that are recorded and have the tokens of others. */
  late: readonly SpanName[];
};

export class RecentCalls {
  /** The spans of each application and trace, the latest last. */
  readonly #traces = new Map<string, Map<string, Seen>>();

  /** Takes note of the spans of a request. What is late is told again until it is `settled`. */
  repeatsAmong(appId: string, seen: readonly Seen[]): Repeats {
    const leftOut = new Set<string>();
    const late: SpanName[] = [];
    for (const [traceId, spans] of Map.groupBy(seen, (span) => span.traceId)) {
      const trace = this.#trace(appId, traceId);
      for (const span of spans) trace.set(span.spanId, { ...span, fate: trace.get(span.spanId)?.fate });
      late.push(...decide(trace));
      for (const span of spans) if (trace.get(span.spanId)?.fate === 'repeat') leftOut.add(keyOf(span));
      keepNewest(trace, MOST_SPANS);
    }
    return { leftOut, late };
  }

  /** What was told as late is written down. */
  settled(appId: string, late: readonly SpanName[]): void {
    for (const { traceId, spanId } of late) {
      const call = this.#trace(appId, traceId).get(spanId);
      if (call) call.fate = 'repeat';
    }
  }

  /** Which spans of a trace are around a call, as far as is known; to be asked after `repeatsAmong`. */
  aroundCalls(appId: string, traceId: string): ReadonlySet<string> {
    const spans = this.#trace(appId, traceId);
    const around = new Set<string>();
    for (const span of spans.values()) {
      if (!span.isCall) continue;
      let parent = span.parentSpanId;
      while (parent !== null && !around.has(parent)) {
        around.add(parent);
        parent = spans.get(parent)?.parentSpanId ?? null;
      }
    }
    return around;
  }

  #trace(appId: string, traceId: string): Map<string, Seen> {
    const key = `${appId} ${traceId}`;
    const trace = this.#traces.get(key) ?? new Map<string, Seen>();
    this.#traces.delete(key);
    this.#traces.set(key, trace);
    keepNewest(this.#traces, REMEMBERED_TRACES);
    return trace;
  }
}

/** What becomes of the calls that are new; returns those that were recorded and should not have been. */
function decide(trace: ReadonlyMap<string, Seen>): Seen[] {
  const repeats = findRepeats([...trace.values()]);
  const late: Seen[] = [];
  for (const span of trace.values()) {
    if (!span.isCall || span.fate === 'repeat') continue;
    const isRepeat = repeats.has(keyOf(span));
    if (span.fate === undefined) span.fate = isRepeat ? 'repeat' : 'recorded';
    else if (isRepeat && hasTokens(span)) late.push(span);
  }
  return late;
}

function hasTokens({ input, output }: Seen): boolean {
  return (input ?? 0) + (output ?? 0) > 0;
}
