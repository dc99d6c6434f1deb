import { count } from './amounts.ts';
import { type Finding, ok, warn } from './finding.ts';

/** The busiest models come first; a line of a hundred names is unreadable. */
const MAX_NAMED = 5;
const LIST = new Intl.ListFormat('en');

export type Unpriced = { model: string | null; interactions: number };

/** Models without a price: their cost is in no sum. */
export function checkUnpriced(models: readonly Unpriced[]): Finding[] {
  if (models.length === 0) return [ok('prices', 'Every model of the last 30 days has a price')];
  const named = models
    .slice(0, MAX_NAMED)
    .map(({ model, interactions }) => `${model ?? 'no model'} (${count(interactions, 'interaction')})`);
  const others = models.length > MAX_NAMED ? [count(models.length - MAX_NAMED, 'other')] : [];
  return [
    warn(
      'prices',
      `No price is known for ${LIST.format([...named, ...others])}`,
      'Set one: parley price set --app APP --model MODEL --input USD --output USD',
    ),
  ];
}
