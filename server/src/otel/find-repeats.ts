/**
 * A call may be seen twice: by the library that makes it, and by something around that library, whose span
 * then has the tokens of all calls inside of it. Counting both would double every cost.
 */
import { hasContent } from './facts/has-content.ts';
import { readTokens } from './facts/tokens.ts';
import { type Told, toldOf } from './facts/told.ts';
import { classify } from './kinds/classify.ts';
import { type CallKind, isCallKind } from './kinds/kind.ts';
import type { Span } from './telemetry.ts';

export type SpanName = { traceId: string; spanId: string };

/** What has to be known of a span to tell, and to be remembered of those of earlier requests. */
export type Seen = SpanName & {
  parentSpanId: string | null;
  isCall: boolean;
  /** Of a call that does not answer in words; those of other kinds around it are no repeats of it. */
  wordless?: Exclude<CallKind, 'call'> | undefined;
  hasContent: boolean;
  input: number | null;
  output: number | null;
  /** What tells it from other calls; null where nothing does. */
  told?: Told | null | undefined;
  /** What became of it in an earlier request: recorded, or found to repeat others. */
  fate?: 'recorded' | 'repeat' | undefined;
};

export function seenOf(span: Span): Seen {
  const { traceId, spanId, parentSpanId } = span;
  const kind = classify(span);
  const isCall = isCallKind(kind);
  const { input, output } = isCall ? readTokens(span.scope, span.attributes) : { input: null, output: null };
  const told = isCall ? toldOf(span) : null;
  return {
    traceId,
    spanId,
    parentSpanId,
    isCall,
    ...(isCall && kind !== 'call' ? { wordless: kind } : {}),
    hasContent: isCall && hasContent(span),
    input,
    output,
    told,
  };
}

/** Clocks and the rounding of times differ by less. */
const MOMENT_MS = 50;

/**
 * Whether two libraries tell of one call, in traces of their own: a framework that makes its spans afterwards has no part
 * in the trace of the client below it. They have a name in common already. The first stands for both, so that it has to
 * have the tokens and the content, and one has to have happened during the other.
 */
export function isSameCall(first: Seen, second: Seen): boolean {
  const [a, b] = [first.told, second.told];
  if (!a || !b || first.traceId === second.traceId || a.scope === b.scope) return false;
  if (second.hasContent && !first.hasContent) return false;
  return (isDuring(a, b) || isDuring(b, a)) && hasTokensOf(first, second);
}

function isDuring(inner: Told, outer: Told): boolean {
  return inner.startedAt >= outer.startedAt - MOMENT_MS && inner.endedAt <= outer.endedAt + MOMENT_MS;
}

function hasTokensOf(first: Seen, second: Seen): boolean {
  return [
    [first.input, second.input],
    [first.output, second.output],
  ].every(([a, b]) => !b || a === b);
}

/**
 * The calls among these that only repeat others, as `traceId/spanId`. All spans that are known of a trace are given,
 * so that the way from a call to the one around it is known.
 *
 * Of a call and those inside of it, the inner ones count. Where there is one inside, without content, and
 * the outer one has it, the outer one counts: some clients make spans of their own that have numbers only.
 */
export function findRepeats(spans: readonly Seen[]): ReadonlySet<string> {
  const known = new Map<string, Seen>();
  for (const span of spans) known.set(keyOf(span), span);
  const repeats = new Set<string>();
  // An embedding inside of a chat has no tokens of it: each kind is looked at by itself.
  const kinds = new Set(spans.filter(({ isCall }) => isCall).map(({ wordless }) => wordless));
  for (const kind of kinds) addRepeats(known, (span) => span.isCall && span.wordless === kind, repeats);
  return repeats;
}

type IsCall = (span: Seen) => boolean;

function addRepeats(known: ReadonlyMap<string, Seen>, isCall: IsCall, repeats: Set<string>): void {
  const outerOf = callsAround(known, isCall);
  const inside = new Map<Seen, Sum>();
  for (const call of innermostFirst(outerOf)) {
    const sum = weigh(call, inside.get(call), repeats);
    const outer = outerOf.get(call);
    if (outer && sum) inside.set(outer, added(inside.get(outer), sum));
  }
}

/** Of calls that count: their tokens, and the one that it is, where it is only one. */
type Sum = { input: number; output: number; only: Seen | null };

/** What counts of a call and of those inside of it; notes what does not. */
function weigh(call: Seen, inner: Sum | undefined, repeats: Set<string>): Sum | undefined {
  if (call.fate === 'repeat') return inner;
  const own: Sum = { input: call.input ?? 0, output: call.output ?? 0, only: call };
  if (inner === undefined) return own;
  // One that counts more than what is inside of it has done something itself.
  if (own.input > inner.input || own.output > inner.output) return added(inner, own);
  const { only } = inner;
  if (only === null || !isSame(own, inner) || !standsFor(call, only)) {
    repeats.add(keyOf(call));
    return inner;
  }
  repeats.add(keyOf(only));
  return own;
}

/** Whether a call is the one to keep of it and the only one inside: what is recorded stays, if nothing is lost by it. */
function standsFor(call: Seen, only: Seen): boolean {
  if (only.fate === 'recorded' || only.hasContent) return false;
  return call.hasContent || call.fate === 'recorded';
}

function isSame(a: Sum, b: Sum): boolean {
  return a.input === b.input && a.output === b.output;
}

function added(before: Sum | undefined, sum: Sum): Sum {
  if (before === undefined) return sum;
  return { input: before.input + sum.input, output: before.output + sum.output, only: null };
}

/** Every call before the one around it. Calls that are around each other are left out. */
function innermostFirst(outerOf: ReadonlyMap<Seen, Seen | null>): Seen[] {
  const waitsFor = new Map<Seen, number>();
  for (const outer of outerOf.values()) if (outer) waitsFor.set(outer, (waitsFor.get(outer) ?? 0) + 1);
  const order = [...outerOf.keys()].filter((call) => !waitsFor.has(call));
  for (const call of order) {
    const outer = outerOf.get(call);
    if (!outer) continue;
    const left = (waitsFor.get(outer) ?? 0) - 1;
    waitsFor.set(outer, left);
    if (left === 0) order.push(outer);
  }
  return order;
}

/** For every call, the nearest one that it is inside of. */
function callsAround(known: ReadonlyMap<string, Seen>, isCall: IsCall): ReadonlyMap<Seen, Seen | null> {
  const around = new Map<Seen, Seen | null>();
  const outerOf = new Map<Seen, Seen | null>();
  for (const span of known.values())
    if (isCall(span)) outerOf.set(span, callAround(span, known, isCall, around));
  return outerOf;
}

/** What is found out for all spans on the way is noted, so that it is walked once. */
function callAround(
  span: Seen,
  known: ReadonlyMap<string, Seen>,
  isCall: IsCall,
  around: Map<Seen, Seen | null>,
): Seen | null {
  // Ids that lead in a circle are possible, if somebody makes them up.
  const passed = new Set([span]);
  let parent = parentOf(span, known);
  let found: Seen | null = null;
  while (parent !== undefined && !passed.has(parent)) {
    const noted: Seen | null | undefined = isCall(parent) ? parent : around.get(parent);
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

function parentOf({ traceId, parentSpanId }: Seen, known: ReadonlyMap<string, Seen>): Seen | undefined {
  return parentSpanId === null ? undefined : known.get(`${traceId}/${parentSpanId}`);
}

export function keyOf({ traceId, spanId }: SpanName): string {
  return `${traceId}/${spanId}`;
}
