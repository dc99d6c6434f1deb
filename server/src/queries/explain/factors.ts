/** How interactions moved a measure: parts of the change that sum to it exactly. */
import type { ExplainedMeasure, Factor } from '@parley/contract';
import { rateParts } from './effect.ts';
import { at, type Both, type Kind, measured, type Sums } from './sums.ts';

type FactorName = Factor['name'];

/** Precision of sums of floating-point numbers. */
const EXACT = 1e-12;

/** The factors whose product is the amount. An amount of calls is told by nothing but itself. */
function namesOf(measure: ExplainedMeasure, { now, before }: Both): readonly FactorName[] {
  if (measure === 'costUsd') {
    const isPriced = [now, before].every((sums) => at(sums, 1) > 0 || at(sums, 2) === 0);
    return isPriced ? ['calls', 'tokensPerCall', 'pricePerToken'] : ['calls', 'costPerCall'];
  }
  return now.length > 1 ? ['calls', 'tokensPerCall'] : [];
}

/** The factors of some interactions; of a rate, also by what share of the calls they are. */
export function factorsOf(kind: Kind, measure: ExplainedMeasure, some: Both, all: Both): Factor[] {
  if (kind === 'rate') return rateFactors(some, all);
  const names = namesOf(measure, some);
  // Sums between the first and the last that no factor stands for are left out.
  const chosen = (sums: Sums) => (names.length < sums.length ? [at(sums, 0), at(sums, -1)] : sums);
  const [now, before] = [valuesOf(chosen(some.now)), valuesOf(chosen(some.before))];
  const changes = changesOf(now, before, at(some.now, -1), at(some.before, -1));
  return names.map((name, i) => ({
    name,
    now: now[i] ?? null,
    before: before[i] ?? null,
    change: changes[i] ?? 0,
  }));
}

/** Each sum divided by the one before it; null where that is zero. */
function valuesOf(sums: Sums): (number | null)[] {
  return sums.map((sum, i) => (i === 0 ? sum : at(sums, i - 1) === 0 ? null : sum / at(sums, i - 1)));
}

/**
 * The logarithmic mean Divisia decomposition: the change of a product is L·ln(f₁/f₀), summed over its factors f, with
 * L = (v₁ − v₀) / ln(v₁/v₀). Where the product was or is zero, all of the change is by the factor that was or is.
 */
function changesOf(
  now: readonly (number | null)[],
  before: readonly (number | null)[],
  v1: number,
  v0: number,
): number[] {
  if (v1 === v0) return now.map(() => 0);
  if (v1 === 0 || v0 === 0) {
    const zero = (v1 === 0 ? now : before).indexOf(0);
    return now.map((_, i) => (i === zero ? v1 - v0 : 0));
  }
  const mean = (v1 - v0) / Math.log(v1 / v0);
  const parts = now.map((value, i) => mean * Math.log((value ?? 1) / (before[i] ?? 1)));
  // The last digits of an unchanged factor are no change.
  return parts.map((part) => (Math.abs(part) < EXACT * Math.max(v1, v0) ? 0 : part));
}

function rateFactors(some: Both, all: Both): Factor[] {
  const { own, mix } = rateParts(some, all);
  const share = (period: 'now' | 'before') =>
    at(all[period], -2) === 0 ? null : at(some[period], -2) / at(all[period], -2);
  return [
    { name: 'rate', now: measured('rate', some.now), before: measured('rate', some.before), change: own },
    { name: 'mix', now: share('now'), before: share('before'), change: mix },
  ];
}
