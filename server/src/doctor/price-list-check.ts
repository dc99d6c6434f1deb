import type { PriceListInfo } from '@parley/contract';
import { duration } from './amounts.ts';
import { type Finding, ok, warn } from './finding.ts';

/** Providers change prices and add models every few weeks. */
const MAX_PRICE_LIST_AGE_MS = 120 * 24 * 60 * 60 * 1000;

/** The age of the list prices that costs are derived with. */
export function checkPriceList({ version, publishedAt }: PriceListInfo, now: number): Finding[] {
  const age = Math.max(0, now - Date.parse(publishedAt));
  const found = `The price list is ${duration(age)} old (genai-prices ${version} of ${publishedAt.slice(0, 10)})`;
  if (age <= MAX_PRICE_LIST_AGE_MS) return [ok('prices', found)];
  return [
    warn('prices', found, 'Update Parley (in the repository: npm run prices), or set prices of your own.'),
  ];
}
