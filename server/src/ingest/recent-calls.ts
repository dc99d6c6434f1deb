/**
 * The spans that came lately, to tell a call that was seen twice: by the library that makes it, and by a framework
 * around that. One that is known to repeat others when it comes is left out; one that turns out to when the others come
 * is told afterwards, so that no order of arrival doubles a cost. A library and a framework that each report a call in a
 * trace of its own are told by what was said.
 */
import { withSlack } from '../base/evict-oldest.ts';
import { findRepeats, isSameCall, keyOf, type Seen, type SpanName } from '../otel/find-repeats.ts';

/** Of all applications together; a trace is over before so many others have come. 80 MB, 140 if all are calls with content. */
const REMEMBERED_SPANS = 200_000;
/** Of a longer trace, the latest are remembered. */
const MAX_SPANS = 2000;

export type Repeats = {
  /** Calls of the request that are not to be recorded, as `traceId/spanId`. */
  leftOut: ReadonlySet<string>;
  /** Calls of earlier requests, or of this one, that are recorded and have the tokens of others. */
  late: readonly SpanName[];
  /** Recorded calls that were reported again, in another trace, by what was left out. */
  twice: readonly SpanName[];
};

/** `first`: the call that it reports again. */
type Remembered = Seen & { first?: SpanName };

type Trace = Map<string, Remembered>;

/** The traces of one application, the latest last, and their calls by what tells them from others. */
type Traces = { byId: Map<string, Trace>; byName: Map<string, Remembered>; spans: number };

export class RecentCalls {
  readonly #applications = new Map<string, Traces>();
  #spans = 0;

  /** Takes note of the spans of a trace. What is late is told again until it is `settled`. */
  repeatsAmong(appId: string, traceId: string, seen: readonly Seen[]): Repeats {
    const traces = this.#applications.get(appId) ?? { byId: new Map(), byName: new Map(), spans: 0 };
    this.#applications.set(appId, traces);
    const trace = traces.byId.get(traceId) ?? new Map<string, Remembered>();
    const before = trace.size;
    const fresh: Remembered[] = [];
    for (const span of seen) {
      const known = trace.get(span.spanId);
      const kept = remembered(span, known);
      trace.set(span.spanId, kept);
      if (!known) fresh.push(kept);
    }
    const late = decide(trace);
    for (const span of fresh) if (span.fate === 'recorded') findFirst(traces, span);
    const leftOut = new Set<string>();
    const twice: SpanName[] = [];
    for (const { spanId } of seen) {
      const span = trace.get(spanId);
      if (span?.fate === 'repeat') leftOut.add(keyOf(span));
      if (span?.first) twice.push(span.first);
    }
    for (const span of trace.values()) {
      if (trace.size <= MAX_SPANS) break;
      trace.delete(span.spanId);
      forgetNames(traces, span);
    }
    traces.byId.delete(traceId);
    traces.byId.set(traceId, trace);
    this.#count(traces, trace.size - before);
    this.#evict();
    return { leftOut, late, twice };
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
    if (this.#spans <= withSlack(REMEMBERED_SPANS)) return;
    while (this.#spans > REMEMBERED_SPANS) {
      const largest = this.#largest();
      if (!largest) return;
      const enough = Math.max(0, largest.spans - (this.#spans - REMEMBERED_SPANS));
      for (const [traceId, trace] of largest.byId) {
        if (largest.spans <= enough) break;
        largest.byId.delete(traceId);
        this.#count(largest, -trace.size);
        for (const span of trace.values()) forgetNames(largest, span);
      }
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
function remembered(span: Seen, known: Remembered | undefined): Remembered {
  const { traceId, spanId, parentSpanId, isCall, wordless, hasContent, input, output, told } = span;
  const { fate, first } = known ?? {};
  const kept = { traceId, spanId, parentSpanId, isCall, hasContent, input, output, fate };
  return {
    ...kept,
    ...(wordless ? { wordless } : {}),
    ...(told ? { told } : {}),
    ...(first ? { first } : {}),
  };
}

/** Leaves out a call that was reported before in another trace, and says of which; else it is the first itself. */
function findFirst({ byName }: Traces, span: Remembered): void {
  const names = span.told?.names ?? [];
  for (const name of names) {
    const other = byName.get(name);
    if (other?.fate !== 'recorded' || !isSameCall(other, span)) continue;
    span.fate = 'repeat';
    span.first = { traceId: other.traceId, spanId: other.spanId };
    return;
  }
  for (const name of names) byName.set(name, span);
}

function forgetNames({ byName }: Traces, span: Remembered): void {
  for (const name of span.told?.names ?? []) {
    const named = byName.get(name);
    if (named && keyOf(named) === keyOf(span)) byName.delete(name);
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
