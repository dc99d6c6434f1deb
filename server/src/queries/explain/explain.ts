/** What moved a measure from one period to another: plan, fetch, rank, and say it in words. */
import { type Cause, type CausePart, type ExplainBody, type Explanation, labelOf } from '@parley/contract';
import type { Range } from '../../clocks/range.ts';
import type { Store } from '../../store/store.ts';
import type { Apps } from '../filters.ts';
import { listUserNames } from '../list-user-names.ts';
import { mayBeChance } from './chance.ts';
import { effectOf } from './effect.ts';
import { factorsOf } from './factors.ts';
import { type Fetched, fetchEvidence } from './fetch.ts';
import { type ExplainPlan, planExplanation } from './plan.ts';
import { type Candidate, type Ranked, rankCauses } from './rank.ts';
import { type Atom, addAll, at, type Both, measured } from './sums.ts';
import { causeSentence, type NameOf, sentenceOf, type Told } from './words.ts';

export async function explain(
  store: Store,
  apps: Apps,
  body: ExplainBody,
  time: number,
): Promise<Explanation> {
  const plan = planExplanation(apps, body, time);
  const fetched = await fetchEvidence(store, plan);
  const explained = shapeExplanation(plan, fetched);
  const [user] = (explained.causes[0]?.parts ?? []).filter(isUser).flatMap(({ value }) => value ?? []);
  if (user === undefined) return explained;
  const [named] = (await listUserNames(store, apps, { user: [user], limit: 1 })).data;
  const name = [named?.firstName, named?.lastName].filter(Boolean).join(' ') || named?.email;
  return name ? shapeExplanation(plan, fetched, (key) => (key === user ? name : undefined)) : explained;
}

function isUser({ dimension }: CausePart): boolean {
  return dimension === 'user';
}

export function shapeExplanation(
  plan: ExplainPlan,
  fetched: Fetched,
  nameOf: NameOf = () => undefined,
): Explanation {
  const { body, told } = plan;
  const { percentiles, whole, candidates, atoms } = fetched;
  const own = { now: measured(told.kind, whole.now), before: measured(told.kind, whole.before) };
  const { now, before } = percentiles ?? own;
  const facts: Told = {
    measure: body.measure,
    now,
    before,
    threshold: percentiles?.before ?? null,
    interactions: callsOf(whole),
    isChance: told.kind === 'rate' && mayBeChance(whole, told.isShare),
    nameOf,
  };
  const isComparable = now !== null && before !== null && at(whole.before, 0) > 0;
  const isCaused = isComparable && !facts.isChance;
  const ranked = isCaused ? rankCauses({ kind: told.kind, candidates, atoms }, body.limit) : [];
  const causes = ranked.map((one) => shapeCause(plan, fetched, facts, one));
  return {
    ...textOf(plan.now),
    compared: textOf(plan.before),
    measure: body.measure,
    now,
    before,
    change: now === null || before === null ? null : now - before,
    threshold: facts.threshold,
    sentence: sentenceOf(facts, causes[0]),
    factors: told.kind === 'amount' && isComparable ? factorsOf(told.kind, body.measure, whole, whole) : [],
    causes,
    others: othersOf(plan, fetched, ranked),
  };
}

function shapeCause(plan: ExplainPlan, fetched: Fetched, facts: Told, { parts, same }: Ranked): Cause {
  const { kind } = plan.told;
  const { candidates, atoms, whole } = fetched;
  const sums = addAll(atoms.filter(describedBy(parts)), whole.now.length);
  const named = partsOf(candidates, parts);
  const told = {
    ...movedBy(plan, sums, whole),
    parts: named,
    factors: factorsOf(kind, plan.body.measure, sums, whole),
  };
  return {
    ...told,
    same: partsOf(candidates, same),
    filters: Object.fromEntries(named.map(({ dimension, value }) => [dimension, [value ?? '']])),
    sentence: causeSentence(facts, told),
  };
}

/** What none of the causes describes. */
function othersOf(plan: ExplainPlan, { atoms, whole }: Fetched, ranked: readonly Ranked[]) {
  const isTold = (atom: Atom) => ranked.some(({ parts }) => describedBy(parts)(atom));
  const rest = atoms.filter((atom) => !isTold(atom));
  return ranked.length === 0 || rest.length === 0
    ? null
    : movedBy(plan, addAll(rest, whole.now.length), whole);
}

function movedBy({ told: { kind } }: ExplainPlan, some: Both, whole: Both) {
  const { change } = effectOf(kind, some, whole);
  const total = effectOf(kind, whole, whole).change;
  return {
    now: measured(kind, some.now),
    before: measured(kind, some.before),
    change,
    share: total === 0 ? null : change / total,
    interactions: callsOf(some),
  };
}

function describedBy(parts: readonly number[]): (atom: Atom) => boolean {
  return ({ of }) => parts.every((part) => of.includes(part));
}

/** The store has an empty text where the record has null. */
function partsOf(candidates: readonly Candidate[], positions: readonly number[]): CausePart[] {
  return positions
    .flatMap((position) => candidates[position] ?? [])
    .map(({ dimension, value }) => ({ dimension, value: value === '' ? null : value }))
    .toSorted((a, b) => Number(labelOf(a.dimension) !== null) - Number(labelOf(b.dimension) !== null));
}

function callsOf({ now, before }: Both) {
  return { now: at(now, 0), before: at(before, 0) };
}

function textOf({ from, to }: Range) {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
