import { count } from './amounts.ts';
import { type Finding, ok, warn } from './finding.ts';

export type Unpriced = { model: string | null; interactions: number };

/** Models that no price is known of: what they cost is in no sum. */
export function checkUnpriced(models: readonly Unpriced[]): Finding[] {
  const [first] = models;
  if (!first) return [ok('prices', 'Every model of the last 30 days has a price')];
  const named = `${first.model ?? 'no model'} (${count(first.interactions, 'interaction')})`;
  const others = models.length > 1 ? ` and ${count(models.length - 1, 'other')}` : '';
  return [
    warn(
      'prices',
      `No price is known for ${named}${others}`,
      'Set one: parley price set --app APP --model MODEL --input USD --output USD',
    ),
  ];
}
