/**
 * How often an explanation names what was planted first: made-up calls of two periods with a cause among everything
 * that changes anyway, such as a price, a user who loops, a feature that is rolled out or a provider that fails.
 *
 *   --cases 100   planted causes, of sixteen kinds in turn
 *   --seed 0      of the first
 *   --verbose     also prints what was named instead
 */
import { parseFlags } from '../../server/src/base/flags.ts';
import { type Evidence, rankCauses } from '../../server/src/queries/explain/rank.ts';
import { namesPlanted, plantCause } from '../../server/test/support/planted-causes.ts';
import { evidenceOf } from '../../server/test/support/planted-evidence.ts';

export function run(args: string[]): void {
  const { values } = parseFlags({
    args,
    options: {
      cases: { type: 'string', default: '100' },
      seed: { type: 'string', default: '0' },
      verbose: { type: 'boolean', default: false },
    },
  });
  const [cases, seed] = [Number(values.cases), Number(values.seed)];
  const kinds = new Map<string, { first: number; of: number }>();
  let first = 0;
  let rankingMs = 0;
  for (let i = seed; i < seed + cases; i++) {
    const planted = plantCause(i);
    const evidence = evidenceOf(planted);
    const started = performance.now();
    const [named] = rankCauses(evidence, 8);
    rankingMs += performance.now() - started;
    const names = named
      ? [namesOf(evidence, named.parts), ...named.same.map((one) => namesOf(evidence, [one]))]
      : [];
    const isRight = namesPlanted(planted, names);
    const kind = kinds.get(planted.scenario) ?? { first: 0, of: 0 };
    kinds.set(planted.scenario, { first: kind.first + Number(isRight), of: kind.of + 1 });
    first += Number(isRight);
    if (!isRight && values.verbose)
      console.log(`${i}: ${JSON.stringify(planted.causes)}, but named was ${JSON.stringify(names)}`);
  }
  for (const [kind, { first, of }] of kinds) console.log(`${String(first).padStart(4)} of ${of}  ${kind}`);
  console.log(`The planted cause is first in ${first} of ${cases}.`);
  console.log(JSON.stringify({ bench: 'explain', first, cases, ranking_ms: Math.round(rankingMs / cases) }));
}

function namesOf({ candidates }: Evidence, positions: readonly number[]): string[] {
  return positions.flatMap((position) => {
    const candidate = candidates[position];
    return candidate ? [`${candidate.dimension}=${candidate.value}`] : [];
  });
}
