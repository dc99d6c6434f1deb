/** What the store would answer about planted calls: the same candidates and sums, computed here. */

import { effectOf } from '../../src/queries/explain/effect.ts';
import { explainedSums } from '../../src/queries/explain/explained-sums.ts';
import type { Candidate, Evidence } from '../../src/queries/explain/rank.ts';
import { MOST_CANDIDATES, PER_DIMENSION, TYPICAL } from '../../src/queries/explain/statements.ts';
import { type Atom, addAll, at, type Both } from '../../src/queries/explain/sums.ts';
import type { Planted, PlantedCall } from './planted-causes.ts';

type Sum = (call: PlantedCall, threshold: number) => number;

const SUMS: Record<string, readonly Sum[]> = {
  costUsd: [() => 1, ({ tokens }) => tokens, ({ costUsd }) => costUsd],
  totalTokens: [() => 1, ({ tokens }) => tokens],
  interactions: [() => 1],
  errorRate: [() => 1, () => 1, ({ failed }) => Number(failed)],
  latencyMean: [() => 1, () => 1, ({ latencyMs }) => latencyMs],
  latencyP95: [() => 1, () => 1, ({ latencyMs }, threshold) => Number(latencyMs > threshold)],
};

export function evidenceOf({ measure, failedOnly, calls: all }: Planted): Evidence {
  const calls = failedOnly ? all.filter(({ failed }) => failed) : all;
  const threshold = quantile(
    calls.filter(({ isNow }) => !isNow).map(({ latencyMs }) => latencyMs),
    0.95,
  );
  const { kind, dimensions } = explainedSums(measure);
  const sums = SUMS[measure] ?? [];
  const bothOf = (call: PlantedCall): Both => {
    const values = sums.map((sum) => sum(call, threshold));
    const none = values.map(() => 0);
    return call.isNow ? { now: values, before: none } : { now: none, before: values };
  };
  const namesOf = (call: PlantedCall) => [
    ...dimensions.flatMap((dimension) => {
      const value: unknown = Reflect.get(call, dimension);
      return typeof value === 'string' && value !== '' ? [`${dimension}=${value}`] : [];
    }),
    ...Object.entries(call.labels).map(([name, value]) => `label.${name}=${value}`),
  ];
  const counted = calls.map((call) => ({ ...bothOf(call), names: namesOf(call) }));
  const whole = addAll(counted, sums.length);
  const byName = new Map<string, Both[]>();
  for (const call of counted) {
    for (const name of call.names) {
      const named = byName.get(name);
      if (named) named.push(call);
      else byName.set(name, [call]);
    }
  }
  const groups = [...byName].map(([name, calls]) => ({ name, sums: addAll(calls, sums.length) }));
  const byDimension = Map.groupBy(groups, ({ name }) => name.slice(0, name.indexOf('=')));
  const candidates = [...byDimension]
    .flatMap(([dimension, values]) => {
      const typical = typicalOf(values.map(({ sums }) => sums));
      return values
        .map(({ name, sums }) => ({ name, score: effectOf(kind, sums, whole).score }))
        .toSorted((a, b) => b.score - a.score)
        .slice(0, PER_DIMENSION)
        .map(({ name, score }) => ({
          score,
          candidate: { dimension, value: name.slice(dimension.length + 1), values: values.length, typical },
        }));
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_CANDIDATES)
    .map(({ candidate }): Candidate => candidate);
  const positions = new Map(candidates.map(({ dimension, value }, i) => [`${dimension}=${value}`, i]));
  const atoms = new Map<string, Both[]>();
  for (const call of counted) {
    const of = call.names.flatMap((name) => positions.get(name) ?? []).toSorted((a, b) => a - b);
    const key = of.join(' ');
    const group = atoms.get(key);
    if (group) group.push(call);
    else atoms.set(key, [call]);
  }
  return {
    kind,
    candidates,
    atoms: [...atoms].map(
      ([key, calls]): Atom => ({
        of: key === '' ? [] : key.split(' ').map(Number),
        ...addAll(calls, sums.length),
      }),
    ),
  };
}

/** The usual relative change, weighted by the calls of both periods. */
function typicalOf(all: readonly Both[]): number {
  const changes = all
    .map(({ now, before }) => {
      const [v1, v0] = [at(now, -1), at(before, -1)];
      return {
        change: v1 + v0 === 0 ? 0 : Math.abs(v1 - v0) / (v1 + v0),
        calls: Math.min(at(now, 0), at(before, 0)),
      };
    })
    .toSorted((a, b) => a.change - b.change);
  const enough = changes.reduce((sum, { calls }) => sum + calls, 0) * TYPICAL;
  let sum = 0;
  for (const { change, calls } of changes) {
    sum += calls;
    if (sum >= enough) return change;
  }
  return 0;
}

function quantile(values: readonly number[], level: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(level * (sorted.length - 1))] ?? 0;
}
