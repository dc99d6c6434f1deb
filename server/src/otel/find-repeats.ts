/**
 * A call may be seen twice: by the library that makes it, and by a framework around that library, whose
 * span then has the tokens of all calls inside of it. Counting both would double every cost.
 */
import { readTokens } from './facts/tokens.ts';
import { classify } from './kinds/classify.ts';
import type { Span } from './telemetry.ts';

/** What has to be known of a span to tell, and to be remembered of those of earlier requests. */
export type Seen = {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  isCall: boolean;
  input: number | null;
  output: number | null;
};

export function seenOf(span: Span): Seen {
  const { traceId, spanId, parentSpanId } = span;
  const isCall = classify(span) === 'call';
  const { input, output } = isCall ? readTokens(span.scope, span.attributes) : { input: null, output: null };
  return { traceId, spanId, parentSpanId, isCall, input, output };
}

/**
 * The calls among these that only repeat calls inside of them, as `traceId/spanId`. All spans of a
 * request are given, so that the way from a call to the one around it is known; `earlier` are those of
 * requests before. A span ends after what is inside of it, so the outer one comes in the same request
 * as the inner one, or later.
 */
export function findRepeats(spans: readonly Seen[], earlier: readonly Seen[] = []): ReadonlySet<string> {
  const known = new Map<string, Seen>();
  for (const span of [...earlier, ...spans]) known.set(keyOf(span.traceId, span.spanId), span);
  const around = new Map<Seen, Seen | null>();
  const inside = new Map<Seen, Inside>();
  for (const span of known.values()) {
    const outer = span.isCall ? callAround(span, known, around) : null;
    if (outer === null) continue;
    const sum = inside.get(outer) ?? { input: 0, output: 0 };
    sum.input += span.input ?? 0;
    sum.output += span.output ?? 0;
    inside.set(outer, sum);
  }
  const repeats = new Set<string>();
  for (const [outer, { input, output }] of inside) {
    // One that counts more than what is inside of it has done something itself.
    if ((outer.input ?? 0) <= input && (outer.output ?? 0) <= output)
      repeats.add(keyOf(outer.traceId, outer.spanId));
  }
  return repeats;
}

/** The sum of the calls right inside of another. */
type Inside = { input: number; output: number };

/** The nearest call that this one is inside of. What is found out for all on the way is noted. */
function callAround(
  span: Seen,
  known: ReadonlyMap<string, Seen>,
  around: Map<Seen, Seen | null>,
): Seen | null {
  // Ids that lead in a circle are possible, if somebody makes them up.
  const passed = new Set([span]);
  let parent = parentOf(span, known);
  let found: Seen | null = null;
  while (parent !== undefined && !passed.has(parent)) {
    const noted: Seen | null | undefined = parent.isCall ? parent : around.get(parent);
    if (noted !== undefined) {
      found = noted;
      break;
    }
    passed.add(parent);
    parent = parentOf(parent, known);
  }
  for (const each of passed) around.set(each, found);
  return found;
}

function parentOf(span: Seen, known: ReadonlyMap<string, Seen>): Seen | undefined {
  return span.parentSpanId === null ? undefined : known.get(keyOf(span.traceId, span.parentSpanId));
}

function keyOf(traceId: string, spanId: string): string {
  return `${traceId}/${spanId}`;
}
