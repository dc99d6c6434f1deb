import type { PriceOverride } from '@parley/contract';

/**
 * The override that applies to a model at a time. An exact name precedes a pattern, a longer pattern precedes
 * a shorter one, and for equal patterns the latest start wins.
 */
export function findOverride(
  overrides: readonly PriceOverride[],
  names: Iterable<string>,
  at: number,
): PriceOverride | null {
  for (const name of names) {
    const given = name.toLowerCase();
    let best: PriceOverride | null = null;
    for (const override of overrides) {
      if (!inEffect(override, at) || !matches(override.model, given)) continue;
      if (best === null || goesBefore(override, best)) best = override;
    }
    if (best) return best;
  }
  return null;
}

function inEffect({ from, to }: PriceOverride, at: number): boolean {
  return (from === null || from <= at) && (to === null || at < to);
}

/** Case-insensitive, like the upstreams. */
function matches(pattern: string, given: string): boolean {
  const wanted = pattern.toLowerCase();
  return wanted.endsWith('*') ? given.startsWith(wanted.slice(0, -1)) : given === wanted;
}

function goesBefore(a: PriceOverride, b: PriceOverride): boolean {
  const order = specificity(a) - specificity(b) || startOf(a) - startOf(b) || (a.id > b.id ? 1 : -1);
  return order > 0;
}

function specificity({ model }: PriceOverride): number {
  return model.endsWith('*') ? model.length : Number.MAX_SAFE_INTEGER;
}

function startOf({ from }: PriceOverride): number {
  return from ?? Number.MIN_SAFE_INTEGER;
}
