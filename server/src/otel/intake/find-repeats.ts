/**
 * Finds calls that are reported twice: by the library that makes the call, and by a span around it that has
 * the tokens of all calls inside. Counting both would double every cost.
 */
import type { CallKind } from '../dialects/dialect.ts';
import { type SpanIds, spanKey } from '../telemetry.ts';
import type { CallSignature } from './call-signature.ts';

/** What is known of a span, and remembered of the spans of earlier requests. */
export type KnownSpan = SpanIds & {
  parentSpanId: string | null;
  isCall: boolean;
  /** The kind of a call that returns no text. Calls of another kind around it are not repeats of it. */
  wordless?: Exclude<CallKind, 'call'> | undefined;
  hasContent: boolean;
  input: number | null;
  output: number | null;
  /** What identifies the call in other traces; null where nothing does. */
  signature?: CallSignature | null | undefined;
  /** What an earlier request decided: the call was recorded, or found to repeat others. */
  fate?: 'recorded' | 'repeat' | undefined;
};

/** Clocks and rounding differ by less. */
const TOLERANCE_MS = 50;

/**
 * Whether two libraries report one call in separate traces: a framework that creates its spans afterwards
 * takes no part in the trace of the client below it. Their signatures have a digest in common already. The
 * first stands for both, so it must have the tokens and the content, and one of them must have happened
 * during the other.
 */
export function isSameCall(first: KnownSpan, second: KnownSpan): boolean {
  const [a, b] = [first.signature, second.signature];
  if (!a || !b || first.traceId === second.traceId || a.scope === b.scope) return false;
  if (second.hasContent && !first.hasContent) return false;
  return (isDuring(a, b) || isDuring(b, a)) && hasTokensOf(first, second);
}

function isDuring(inner: CallSignature, outer: CallSignature): boolean {
  return inner.startedAt >= outer.startedAt - TOLERANCE_MS && inner.endedAt <= outer.endedAt + TOLERANCE_MS;
}

function hasTokensOf(first: KnownSpan, second: KnownSpan): boolean {
  return [
    [first.input, second.input],
    [first.output, second.output],
  ].every(([a, b]) => !b || a === b);
}

/**
 * The keys of the calls that only repeat others. `spans` are all known spans of a trace, so that the way from
 * a call to the call around it is known.
 *
 * Of a call and the calls inside it, the inner ones count. The outer one counts where it has content and the
 * only inner one has none: some clients create spans of their own that have numbers only.
 */
export function findRepeats(spans: readonly KnownSpan[]): ReadonlySet<string> {
  const known = new Map<string, KnownSpan>();
  for (const span of spans) known.set(spanKey(span), span);
  const repeats = new Set<string>();
  // A chat does not include the tokens of an embedding inside it: each kind is compared with itself only.
  const kinds = new Set(spans.filter(({ isCall }) => isCall).map(({ wordless }) => wordless));
  for (const kind of kinds) addRepeats(known, (span) => span.isCall && span.wordless === kind, repeats);
  return repeats;
}

type IsCall = (span: KnownSpan) => boolean;

function addRepeats(known: ReadonlyMap<string, KnownSpan>, isCall: IsCall, repeats: Set<string>): void {
  const outerOf = callsAround(known, isCall);
  const inside = new Map<KnownSpan, Sum>();
  for (const call of innermostFirst(outerOf)) {
    const sum = weigh(call, inside.get(call), repeats);
    const outer = outerOf.get(call);
    if (outer && sum) inside.set(outer, add(inside.get(outer), sum));
  }
}

/** The tokens of calls that count, and the call itself where there is only one. */
type Sum = { input: number; output: number; only: KnownSpan | null };

/** The sum of a call and the calls inside it, without repeats, which are added to `repeats`. */
function weigh(call: KnownSpan, inner: Sum | undefined, repeats: Set<string>): Sum | undefined {
  if (call.fate === 'repeat') return inner;
  const own: Sum = { input: call.input ?? 0, output: call.output ?? 0, only: call };
  if (inner === undefined) return own;
  // A call with more tokens than the calls inside it has used some itself.
  if (own.input > inner.input || own.output > inner.output) return add(inner, own);
  const { only } = inner;
  if (only === null || !isSame(own, inner) || !standsFor(call, only)) {
    repeats.add(spanKey(call));
    return inner;
  }
  repeats.add(spanKey(only));
  return own;
}

/**
 * Whether to keep a call instead of the only one inside it. A recorded call stays if no content is lost by
 * that.
 */
function standsFor(call: KnownSpan, only: KnownSpan): boolean {
  if (only.fate === 'recorded' || only.hasContent) return false;
  return call.hasContent || call.fate === 'recorded';
}

function isSame(a: Sum, b: Sum): boolean {
  return a.input === b.input && a.output === b.output;
}

function add(before: Sum | undefined, sum: Sum): Sum {
  if (before === undefined) return sum;
  return { input: before.input + sum.input, output: before.output + sum.output, only: null };
}

/** Every call before the call around it. Calls that surround each other are left out. */
function innermostFirst(outerOf: ReadonlyMap<KnownSpan, KnownSpan | null>): KnownSpan[] {
  const waitsFor = new Map<KnownSpan, number>();
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

/** For every call, the nearest call around it. */
function callsAround(
  known: ReadonlyMap<string, KnownSpan>,
  isCall: IsCall,
): ReadonlyMap<KnownSpan, KnownSpan | null> {
  const around = new Map<KnownSpan, KnownSpan | null>();
  const outerOf = new Map<KnownSpan, KnownSpan | null>();
  for (const span of known.values())
    if (isCall(span)) outerOf.set(span, callAround(span, known, isCall, around));
  return outerOf;
}

/** Caches the result for all spans on the way in `around`, so that each is walked once. */
function callAround(
  span: KnownSpan,
  known: ReadonlyMap<string, KnownSpan>,
  isCall: IsCall,
  around: Map<KnownSpan, KnownSpan | null>,
): KnownSpan | null {
  // Invented ids may form a circle.
  const passed = new Set([span]);
  let parent = parentOf(span, known);
  let found: KnownSpan | null = null;
  while (parent !== undefined && !passed.has(parent)) {
    const cached: KnownSpan | null | undefined = isCall(parent) ? parent : around.get(parent);
    if (cached !== undefined) {
      found = cached;
      break;
    }
    passed.add(parent);
    parent = parentOf(parent, known);
  }
  for (const each of passed) around.set(each, found);
  return found;
}

function parentOf(
  { traceId, parentSpanId }: KnownSpan,
  known: ReadonlyMap<string, KnownSpan>,
): KnownSpan | undefined {
  return parentSpanId === null ? undefined : known.get(spanKey({ traceId, spanId: parentSpanId }));
}
