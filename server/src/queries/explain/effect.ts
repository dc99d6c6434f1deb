/** By how much some interactions moved a measure, and how unusual that is for them. */
import { at, type Both, type Kind, measured } from './sums.ts';

export type Effect = {
  /** Part of the change of the measure. */
  change: number;
  /**
   * Change squared by what could have changed. Where all of them changed alike, a part of them has less and a
   * superset that did not change has less: the greatest is the group that the change is about.
   */
  score: number;
};

/** Of a rate: part of the calls that counts as what could have changed, even if none of them failed. */
const IDLE = 0.25;

export function effectOf(kind: Kind, some: Both, all: Both): Effect {
  const { change, weight } = kind === 'amount' ? amountEffect(some) : rateEffect(some, all);
  return { change, score: weight > 0 ? change ** 2 / weight : 0 };
}

function amountEffect({ now, before }: Both) {
  const [v1, v0] = [at(now, -1), at(before, -1)];
  return { change: v1 - v0, weight: v1 + v0 };
}

function rateEffect(some: Both, all: Both) {
  const { own, mix } = rateParts(some, all);
  const mean = ((measured('rate', all.now) ?? 0) + (measured('rate', all.before) ?? 0)) / 2;
  const share = (of: 'now' | 'before', position: number) =>
    at(all[of], -2) === 0 ? 0 : at(some[of], position) / at(all[of], -2);
  const changeable = share('now', -1) + share('before', -1);
  const idle = IDLE * mean * (share('now', -2) + share('before', -2));
  return { change: own + mix, weight: changeable + idle };
}

/**
 * The change of a rate r = w·e + (1 − w)·o, where e is the rate of some calls, w their share of all, and o the rate of
 * the others. It is, exactly, the sum of w̄·Δe (their own rate), Δw·(ē − ō) (their share) and (1 − w̄)·Δo (the rest).
 */
export function rateParts(some: Both, all: Both) {
  const rest: Both = { now: minus(all.now, some.now), before: minus(all.before, some.before) };
  const [w1, w0] = [shareOf(some.now, all.now), shareOf(some.before, all.before)];
  const [e1, e0] = rates(some);
  const [o1, o0] = rates(rest);
  const isAll = at(rest.now, -2) === 0 && at(rest.before, -2) === 0;
  return {
    own: ((w1 + w0) / 2) * (e1 - e0),
    mix: isAll ? 0 : (w1 - w0) * ((e1 + e0) / 2 - (o1 + o0) / 2),
    rest: (1 - (w1 + w0) / 2) * (o1 - o0),
  };
}

function shareOf(some: readonly number[], all: readonly number[]): number {
  return at(all, -2) === 0 ? 0 : at(some, -2) / at(all, -2);
}

/** The rate in each period; calls of one period only have had the same rate in the other. */
function rates({ now, before }: Both): [number, number] {
  const [r1, r0] = [measured('rate', now), measured('rate', before)];
  return [r1 ?? r0 ?? 0, r0 ?? r1 ?? 0];
}

function minus(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, i) => Math.max(0, value - at(b, i)));
}
