/**
 * Which interactions moved a measure. Candidates are values of a dimension and pairs of them, and everything at once;
 * the one with the greatest score (`effect.ts`) comes first. Its interactions are set aside, and the next is looked for
 * among the rest, so that no cause is told twice.
 */
import { CAUSE_DIMENSIONS, labelOf } from '@parley/contract';
import { type Effect, effectOf } from './effect.ts';
import { type Atom, addAll, at, type Both, type Kind } from './sums.ts';

export type Candidate = {
  dimension: string;
  value: string;
  /** How many values the dimension has, and how much most of their calls change usually: |now − before| / both. */
  values: number;
  typical: number;
};

/** Positions of the candidates that describe the interactions (none: everything), and other names of the same. */
export type Ranked = { parts: readonly number[]; same: readonly number[] };

export type Evidence = { kind: Kind; candidates: readonly Candidate[]; atoms: readonly Atom[] };

/** A pair has to be this much better than its parts: it is harder to read, and chance favours small groups. */
const PAIR = 1.05;
/** Interactions are nearly the same if this share of both together is common. */
const NEARLY = 0.9;
/** What describes nearly all interactions tells nothing. */
const ALMOST_ALL = 0.97;
/** Causes below this share of the first one's score, or of the change, are noise. */
const LEAST_SCORE = 0.04;
const LEAST_CHANGE = 0.01;
/** From so many values on, a dimension's usual ups and downs are known, and count against its values. */
const MANY_VALUES = 20;

export function rankCauses({ kind, candidates, atoms }: Evidence, limit: number): Ranked[] {
  const length = atoms[0]?.now.length ?? 0;
  const names = namesOf(candidates, groupsOf(atoms, length));
  const whole = addAll(atoms, length);
  const total = effectOf(kind, whole, whole).change;
  const ranked: Ranked[] = [];
  let first: Effect | undefined;
  let rest: readonly Atom[] = atoms.map((atom) => ({ ...atom, of: atom.of.filter((one) => names.has(one)) }));
  while (ranked.length < limit && rest.length > 0) {
    const everything = addAll(rest, length);
    const best = bestOf(kind, candidates, groupsOf(rest, length), everything, first ? 0 : Math.sign(total));
    if (!best || (first && isNoise(best.effect, first, total))) break;
    // The rest changed alike: that is no cause of its own.
    if (first && best.parts.length === 0) break;
    first ??= best.effect;
    const [name, ...more] = best.parts;
    const same = name === undefined || more.length > 0 ? [] : (names.get(name) ?? []);
    ranked.push({ parts: best.parts, same });
    rest =
      best.parts.length === 0
        ? withTrend(kind, rest, everything)
        : rest.filter(({ of }) => !best.parts.every((part) => of.includes(part)));
  }
  return ranked;
}

type Group = { parts: readonly number[]; sums: { now: number[]; before: number[] } };

/** The sums of every candidate and of every pair that occurs. */
function groupsOf(atoms: readonly Atom[], length: number): Map<number, Group> {
  const groups = new Map<number, Group>();
  const add = (parts: readonly number[], { now, before }: Atom) => {
    const key = keyOf(parts);
    let group = groups.get(key);
    if (!group) {
      group = { parts, sums: { now: Array(length).fill(0), before: Array(length).fill(0) } };
      groups.set(key, group);
    }
    for (let i = 0; i < length; i++) {
      group.sums.now[i] = at(group.sums.now, i) + at(now, i);
      group.sums.before[i] = at(group.sums.before, i) + at(before, i);
    }
  };
  for (const atom of atoms) {
    for (const [i, a] of atom.of.entries()) {
      add([a], atom);
      for (const b of atom.of.slice(i + 1)) add([a, b], atom);
    }
  }
  return groups;
}

/** A number of its own for every candidate and pair; there are far fewer than a thousand candidates. */
function keyOf([a = 0, b = -1]: readonly number[]): number {
  return (b + 1) * 1000 + a;
}

/** The candidates to name interactions by, each with the others that stand for nearly the same interactions. */
function namesOf(
  candidates: readonly Candidate[],
  groups: ReadonlyMap<number, Group>,
): Map<number, number[]> {
  const names = new Map<number, number[]>();
  const callsOf = (parts: readonly number[]) => {
    const group = groups.get(keyOf(parts));
    return group ? calls(group.sums) : 0;
  };
  const areSame = (a: number, b: number) => {
    const common = callsOf(a < b ? [a, b] : [b, a]);
    return common > 0 && common >= NEARLY * (callsOf([a]) + callsOf([b]) - common);
  };
  const byPreference = candidates
    .map((_, i) => i)
    .toSorted((a, b) => preference(candidates[a]) - preference(candidates[b]));
  for (const one of byPreference) {
    const same = [...names.keys()].find((name) => areSame(name, one));
    if (same === undefined) names.set(one, []);
    else names.get(same)?.push(one);
  }
  return names;
}

const PREFERRED: readonly string[] = CAUSE_DIMENSIONS;

/** The requested model says most, then labels, then the other dimensions in their order. */
function preference(candidate: Candidate | undefined): number {
  if (!candidate) return Number.POSITIVE_INFINITY;
  if (labelOf(candidate.dimension) !== null) return 0.5;
  return PREFERRED.indexOf(candidate.dimension);
}

type Scored = { parts: readonly number[]; effect: Effect };

/** `direction`: the sign that the change has to have; 0 for either. */
function bestOf(
  kind: Kind,
  candidates: readonly Candidate[],
  groups: ReadonlyMap<number, Group>,
  everything: Both,
  direction: number,
): Scored | undefined {
  let best: Scored | undefined;
  const consider = (parts: readonly number[], sums: Both, rarity: number) => {
    const { change, score } = effectOf(kind, sums, everything);
    if (direction !== 0 && Math.sign(change) !== direction) return;
    const effect = { change, score: score * rarity };
    if (effect.score > (best?.effect.score ?? 0)) best = { parts, effect };
  };
  consider([], everything, 1);
  for (const { parts, sums } of groups.values()) {
    const dimensions = new Set(parts.map((part) => candidates[part]?.dimension));
    if (dimensions.size < parts.length || isAlmostAll(sums, everything)) continue;
    const rarity = Math.min(...parts.map((part) => rarityOf(candidates[part], sums)));
    consider(parts, sums, parts.length > 1 ? rarity / PAIR : rarity);
  }
  return best;
}

/** Users come and go: one who does so like all others is no cause. */
function rarityOf(candidate: Candidate | undefined, { now, before }: Both): number {
  if (!candidate || candidate.values < MANY_VALUES) return 1;
  const [v1, v0] = [at(now, -1), at(before, -1)];
  const relative = v1 + v0 === 0 ? 0 : Math.abs(v1 - v0) / (v1 + v0);
  const usual = relative ** 4 + candidate.typical ** 4;
  return usual === 0 ? 1 : relative ** 4 / usual;
}

/** In each of the periods that have calls. */
function isAlmostAll(some: Both, all: Both): boolean {
  const isMost = (period: 'now' | 'before') => at(some[period], 0) >= ALMOST_ALL * at(all[period], 0);
  return isMost('now') && isMost('before');
}

function calls({ now, before }: Both): number {
  return at(now, 0) + at(before, 0);
}

function isNoise(effect: Effect, first: Effect, total: number): boolean {
  const change = Math.abs(total) || Math.abs(first.change);
  return effect.score < LEAST_SCORE * first.score || Math.abs(effect.change) < LEAST_CHANGE * change;
}

/** The atoms as if everything had changed alike: what is left is what differs from that. */
function withTrend(kind: Kind, atoms: readonly Atom[], { now, before }: Both): Atom[] {
  const last = now.length - 1;
  const whole = kind === 'amount' ? 1 : at(now, -2) / (at(before, -2) || 1);
  const factor = at(before, -1) === 0 ? 1 : at(now, -1) / at(before, -1) / (whole || 1);
  return atoms.map((atom) => ({
    ...atom,
    before: atom.before.map((sum, i) => (i === last ? sum * factor : sum)),
  }));
}
