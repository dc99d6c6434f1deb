/** The evidence of an explanation, out of three statements, or four for a percentile. */
import { z } from 'zod';
import type { Store } from '../../store/store.ts';
import type { ExplainPlan } from './plan.ts';
import type { Candidate } from './rank.ts';
import {
  type AtomKey,
  atomKeys,
  atomsStatement,
  beforeAlias,
  candidatesStatement,
  nowAlias,
  percentilesStatement,
  positionAlias,
  totalsStatement,
} from './statements.ts';
import { type Atom, addAll, at, type Both } from './sums.ts';

export type Fetched = {
  percentiles: { now: number | null; before: number | null } | null;
  whole: Both;
  candidates: readonly Candidate[];
  atoms: readonly Atom[];
};

const Percentiles = z.object({ now: z.number().nullable(), before: z.number().nullable() });
const CandidateRow = z.object({
  dimension: z.string(),
  value: z.string(),
  values: z.number(),
  typical: z.number().nullable(),
});
const SumsRow = z.record(z.string(), z.union([z.number(), z.array(z.number())]).nullable());
type SumsRow = z.infer<typeof SumsRow>;

export async function fetchEvidence(store: Store, plan: ExplainPlan): Promise<Fetched> {
  const ofPercentiles = percentilesStatement(plan);
  const [percentiles = null] = ofPercentiles
    ? await store.query(Percentiles, ofPercentiles.sql, ofPercentiles.params)
    : [];
  const threshold = percentiles?.before ?? 0;
  const length = plan.told.sums.length;
  const ofTotals = totalsStatement(plan, threshold);
  const [total = {}] = await store.query(SumsRow, ofTotals.sql, ofTotals.params);
  const whole = sumsIn(total, length);
  if (at(whole.now, 0) === 0 && at(whole.before, 0) === 0)
    return { percentiles, whole, candidates: [], atoms: [] };
  const ofCandidates = candidatesStatement(plan, threshold, whole);
  const rows = await store.query(CandidateRow, ofCandidates.sql, ofCandidates.params);
  const candidates = rows.map((row) => ({ ...row, typical: row.typical ?? 0 }));
  const keys = atomKeys(plan, candidates);
  const ofAtoms = atomsStatement(plan, threshold, keys);
  const atoms = keys.length === 0 ? [] : await store.query(SumsRow, ofAtoms.sql, ofAtoms.params);
  return {
    percentiles,
    whole,
    candidates,
    atoms: withRest(
      atoms.map((row) => atomIn(row, keys, length)),
      whole,
    ),
  };
}

function sumsIn(row: SumsRow, length: number): Both {
  const all = (alias: (index: number) => string) =>
    Array.from({ length }, (_, i) => {
      const value = row[alias(i)];
      return typeof value === 'number' ? value : 0;
    });
  return { now: all(nowAlias), before: all(beforeAlias) };
}

function atomIn(row: SumsRow, keys: readonly AtomKey[], length: number): Atom {
  const of = keys.flatMap(({ candidates }, i) =>
    [row[positionAlias(i)] ?? 0].flat().flatMap((position) => candidates[position - 1] ?? []),
  );
  return { of: of.toSorted((a, b) => a - b), ...sumsIn(row, length) };
}

/** Interactions beyond the listed atoms count as described by no candidate. */
function withRest(atoms: readonly Atom[], whole: Both): Atom[] {
  const listed = addAll(atoms, whole.now.length);
  const left = (all: readonly number[], some: readonly number[]) =>
    all.map((sum, i) => Math.max(0, sum - at(some, i)));
  const rest = { of: [], now: left(whole.now, listed.now), before: left(whole.before, listed.before) };
  return at(rest.now, 0) + at(rest.before, 0) > 0 ? [...atoms, rest] : [...atoms];
}
