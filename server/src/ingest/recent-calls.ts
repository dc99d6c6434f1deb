/**
 * The spans that came lately, to tell a call that was seen twice: by the library that makes it, and by a framework
 * around that. One that is known to repeat others when it comes is left out; one that turns out to when the others come
 * is told afterwards, so that no order of arrival doubles a cost.
 */
import { keepNewest } from '../keep-newest.ts';
import { findRepeats, keyOf, type Seen, type SpanName } from '../otel/find-repeats.ts';

/** Of all applications together; a trace is over before so many others have come. About 60 MB. */
const REMEMBERED_SPANS = 200_000;
/** Of a longer trace, the latest are remembered. */
const MAX_SPANS = 2000;

export type Repeats = {
  /** Calls of the request that are not to be recorded, as `traceId/spanId`. */
  leftOut: ReadonlySet<string>;
  /** Calls of earlier requests, or of this one, that are recorded and have the tokens of others. */
  late: readonly SpanName[];
};

type Trace = Map<string, Seen>;

/** The traces of one application, the latest last. */
type Traces = { byId: Map<string, Trace>; spans: number };

export class RecentCalls {
  readonly #applications = new Map<string, Traces>();
  #spans = 0;

  /** Takes note of the spans of a trace. What is late is told again until it is `settled`. */
  repeatsAmong(appId: string, traceId: string, seen: readonly Seen[]): Repeats {
    const traces = this.#applications.get(appId) ?? { byId: new Map(), spans: 0 };
    this.#applications.set(appId, traces);
    const trace = traces.byId.get(traceId) ?? new Map<string, Seen>();
    const before = trace.size;
    for (const span of seen) trace.set(span.spanId, remembered(span, trace.get(span.spanId)?.fate));
    const late = decide(trace);
    const leftOut = new Set<string>();
    for (const span of seen) if (trace.get(span.spanId)?.fate === 'repeat') leftOut.add(keyOf(span));
    keepNewest(trace, MAX_SPANS);
    traces.byId.delete(traceId);
    traces.byId.set(traceId, trace);
    this.#count(traces, trace.size - before);
    this.#evict();
    return { leftOut, late };
  }

  /** What was told as late is written down. */
  settled(appId: string, late: readonly SpanName[]): void {
    for (const { traceId, spanId } of late) {
      const call = this.#trace(appId, traceId)?.get(spanId);
      if (call) call.fate = 'repeat';
    }
  }

  /** Which spans of a trace are around a call, as far as is known; to be asked after `repeatsAmong`. */
  aroundCalls(appId: string, traceId: string): ReadonlySet<string> {
    const spans: Trace = this.#trace(appId, traceId) ?? new Map();
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

  #trace(appId: string, traceId: string): Trace | undefined {
    return this.#applications.get(appId)?.byId.get(traceId);
  }

  #count(traces: Traces, spans: number): void {
    traces.spans += spans;
    this.#spans += spans;
  }

  /** Whoever has most gives way: an application that sends much does not make others' calls forgotten. */
  #evict(): void {
    while (this.#spans > REMEMBERED_SPANS) {
      const largest = this.#largest();
      const oldest = largest?.byId.entries().next().value;
      if (!largest || !oldest) return;
      largest.byId.delete(oldest[0]);
      this.#count(largest, -oldest[1].size);
    }
  }

  #largest(): Traces | undefined {
    let largest: Traces | undefined;
    for (const traces of this.#applications.values())
      if (traces.spans > (largest?.spans ?? 0)) largest = traces;
    return largest;
  }
}

/** Nothing else of the span: there are many. */
function remembered(span: Seen, fate: Seen['fate']): Seen {
  const { traceId, spanId, parentSpanId, isCall, hasContent, input, output } = span;
  return { traceId, spanId, parentSpanId, isCall, hasContent, input, output, fate };
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
