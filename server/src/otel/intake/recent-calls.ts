/**
 * Remembers recent spans to find calls that are reported twice: by the library that makes the call, and by a
 * framework around it. A call that repeats known calls when it arrives is left out. A recorded call that
 * turns out to repeat later ones is reported as late, so no order of arrival doubles a cost. Calls that a
 * library and a framework report in separate traces are matched by their signatures.
 */
import { withSlack } from '../../base/evict-oldest.ts';
import { type SpanIds, spanKey } from '../telemetry.ts';
import { findRepeats, isSameCall, type KnownSpan } from './find-repeats.ts';

/**
 * Of all applications together: more than arrive while a trace lasts. 80 MB, or 140 if all are calls with
 * content.
 */
const MAX_SPANS = 200_000;
/** The latest of a longer trace are remembered. */
const MAX_SPANS_PER_TRACE = 2000;

export type Repeats = {
  /** The keys of calls in this request that must not be recorded. */
  leftOut: ReadonlySet<string>;
  /** Recorded calls, of any request, whose tokens are those of calls inside them. */
  late: readonly SpanIds[];
  /** Recorded calls that a left-out call reports again, in another trace. */
  twice: readonly SpanIds[];
};

/** `first` is the recorded call that this one reports again. */
type Remembered = KnownSpan & { first?: SpanIds };

type Trace = Map<string, Remembered>;

/** The traces of one application, the latest last, and their calls by the digests of their signatures. */
type Traces = { byId: Map<string, Trace>; byDigest: Map<string, Remembered>; spans: number };

export class RecentCalls {
  readonly #applications = new Map<string, Traces>();
  #spans = 0;

  /** Adds the spans of a trace. Late calls are returned again until they are `settled`. */
  repeatsAmong(appId: string, traceId: string, added: readonly KnownSpan[]): Repeats {
    const traces = this.#applications.get(appId) ?? { byId: new Map(), byDigest: new Map(), spans: 0 };
    this.#applications.set(appId, traces);
    const trace = traces.byId.get(traceId) ?? new Map<string, Remembered>();
    const before = trace.size;
    const fresh: Remembered[] = [];
    for (const span of added) {
      const known = trace.get(span.spanId);
      const kept = remembered(span, known);
      trace.set(span.spanId, kept);
      if (!known) fresh.push(kept);
    }
    const late = decide(trace);
    for (const span of fresh) if (span.fate === 'recorded') findFirst(traces, span);
    const leftOut = new Set<string>();
    const twice: SpanIds[] = [];
    for (const { spanId } of added) {
      const span = trace.get(spanId);
      if (span?.fate === 'repeat') leftOut.add(spanKey(span));
      if (span?.first) twice.push(span.first);
    }
    for (const span of trace.values()) {
      if (trace.size <= MAX_SPANS_PER_TRACE) break;
      trace.delete(span.spanId);
      forgetDigests(traces, span);
    }
    traces.byId.delete(traceId);
    traces.byId.set(traceId, trace);
    this.#count(traces, trace.size - before);
    this.#evict();
    return { leftOut, late, twice };
  }

  /** To be called when late calls are marked as repeats in the journal. */
  settled(appId: string, late: readonly SpanIds[]): void {
    for (const { traceId, spanId } of late) {
      const call = this.#trace(appId, traceId)?.get(spanId);
      if (call) call.fate = 'repeat';
    }
  }

  /** The ids of the known spans around calls of a trace; to be called after `repeatsAmong`. */
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

  /**
   * Evicts from the application with the most spans, so that a busy one does not evict the calls of others.
   */
  #evict(): void {
    if (this.#spans <= withSlack(MAX_SPANS)) return;
    while (this.#spans > MAX_SPANS) {
      const largest = this.#largest();
      if (!largest) return;
      const enough = Math.max(0, largest.spans - (this.#spans - MAX_SPANS));
      for (const [traceId, trace] of largest.byId) {
        if (largest.spans <= enough) break;
        largest.byId.delete(traceId);
        this.#count(largest, -trace.size);
        for (const span of trace.values()) forgetDigests(largest, span);
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

/** Only what is needed of the span, since many are remembered. */
function remembered(span: KnownSpan, known: Remembered | undefined): Remembered {
  const { traceId, spanId, parentSpanId, isCall, wordless, hasContent, input, output, signature } = span;
  const { fate, first } = known ?? {};
  const kept = { traceId, spanId, parentSpanId, isCall, hasContent, input, output, fate };
  return {
    ...kept,
    ...(wordless ? { wordless } : {}),
    ...(signature ? { signature } : {}),
    ...(first ? { first } : {}),
  };
}

/** Marks a call that repeats one of another trace, or remembers it as the first with its signature. */
function findFirst({ byDigest }: Traces, span: Remembered): void {
  const digests = span.signature?.digests ?? [];
  for (const digest of digests) {
    const other = byDigest.get(digest);
    if (other?.fate !== 'recorded' || !isSameCall(other, span)) continue;
    span.fate = 'repeat';
    span.first = { traceId: other.traceId, spanId: other.spanId };
    return;
  }
  for (const digest of digests) byDigest.set(digest, span);
}

function forgetDigests({ byDigest }: Traces, span: Remembered): void {
  for (const digest of span.signature?.digests ?? []) {
    const known = byDigest.get(digest);
    if (known && spanKey(known) === spanKey(span)) byDigest.delete(digest);
  }
}

/** Decides the fate of new calls; returns recorded calls that should not have been recorded. */
function decide(trace: ReadonlyMap<string, KnownSpan>): KnownSpan[] {
  const repeats = findRepeats([...trace.values()]);
  const late: KnownSpan[] = [];
  for (const span of trace.values()) {
    if (!span.isCall || span.fate === 'repeat') continue;
    const isRepeat = repeats.has(spanKey(span));
    if (span.fate === undefined) span.fate = isRepeat ? 'repeat' : 'recorded';
    else if (isRepeat && hasTokens(span)) late.push(span);
  }
  return late;
}

function hasTokens({ input, output }: KnownSpan): boolean {
  return (input ?? 0) + (output ?? 0) > 0;
}
