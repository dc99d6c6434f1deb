/**
 * The spans that came lately, to tell a call that was seen twice: by the library that makes it, and by a framework
 * around that. Whichever of them comes first counts, so that no order of arrival doubles a cost.
 */
import { keepNewest } from '../keep-newest.ts';
import { findRepeats, type Seen } from '../otel/find-repeats.ts';

/** A trace is over before so many others have come. */
const REMEMBERED_TRACES = 20_000;
/** Of a longer one, the latest are remembered. */
const MOST_SPANS = 2000;

type Tokens = { input: number; output: number };

type Trace = {
  spans: Map<string, Seen>;
  /** The calls that count, and how many tokens of others inside of them they were found to have. */
  counted: Map<string, Tokens>;
  /** The calls that were found inside of one that counts: those that come again are still. */
  covered: Set<string>;
};

export class RecentCalls {
  /** By application and trace, the latest last. */
  readonly #traces = new Map<string, Trace>();

  /** Takes note of the spans of a request; says which calls of it are not to be counted, as `traceId/spanId`. */
  repeatsAmong(appId: string, seen: readonly Seen[]): Set<string> {
    const repeats = new Set<string>();
    for (const [traceId, spans] of Map.groupBy(seen, (span) => span.traceId)) {
      const trace = this.#trace(`${appId} ${traceId}`);
      const outer = findRepeats(spans, [...trace.spans.values()]);
      for (const span of spans) trace.spans.set(span.spanId, span);
      for (const span of spans) {
        if (!span.isCall || trace.counted.has(span.spanId)) continue;
        const name = `${traceId}/${span.spanId}`;
        if (outer.has(name) || isCovered(span, trace)) repeats.add(name);
        else trace.counted.set(span.spanId, { input: 0, output: 0 });
      }
      keepNewest(trace.spans, MOST_SPANS);
    }
    return repeats;
  }

  /** Which spans of a trace are around a call, as far as is known; to be asked after `repeatsAmong`. */
  aroundCalls(appId: string, traceId: string): ReadonlySet<string> {
    const { spans } = this.#trace(`${appId} ${traceId}`);
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

  #trace(key: string): Trace {
    const trace = this.#traces.get(key) ?? { spans: new Map(), counted: new Map(), covered: new Set() };
    this.#traces.delete(key);
    this.#traces.set(key, trace);
    keepNewest(this.#traces, REMEMBERED_TRACES);
    return trace;
  }
}

/** Whether a call around this one came first, with tokens enough for all that was inside of it so far. */
function isCovered(span: Seen, { spans, counted, covered }: Trace): boolean {
  if (covered.has(span.spanId)) return true;
  const around = callAround(span, spans);
  const inside = around && counted.get(around.spanId);
  if (!around || !inside) return false;
  const input = inside.input + (span.input ?? 0);
  const output = inside.output + (span.output ?? 0);
  if (input > (around.input ?? 0) || output > (around.output ?? 0)) return false;
  counted.set(around.spanId, { input, output });
  covered.add(span.spanId);
  return true;
}

function callAround(span: Seen, spans: ReadonlyMap<string, Seen>): Seen | null {
  // Ids that lead in a circle are possible, if somebody makes them up.
  const passed = new Set([span.spanId]);
  let parent = span.parentSpanId;
  while (parent !== null && !passed.has(parent)) {
    passed.add(parent);
    const around = spans.get(parent);
    if (around?.isCall) return around;
    parent = around?.parentSpanId ?? null;
  }
  return null;
}
