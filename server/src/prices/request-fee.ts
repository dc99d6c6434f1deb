/**
 * Perplexity's fee per request, which depends on the size of the search context. The price list has only the
 * highest fee.
 */
import { at, type Json } from './json.ts';
import type { ListPrice } from './list-price.ts';

type Fees = { low: number; medium: number; high: number };

/** USD per thousand requests. */
const SONAR: Fees = { low: 5, medium: 8, high: 12 };
const PRO: Fees = { low: 6, medium: 10, high: 14 };
const FEES: Record<string, Fees> = {
  sonar: SONAR,
  'sonar-reasoning': SONAR,
  'sonar-pro': PRO,
  'sonar-reasoning-pro': PRO,
};

/** In USD; null when the list's own fee applies. */
export function requestFee(
  { provider }: Pick<ListPrice, 'provider'>,
  { request, response }: { request: Json; response: Json },
): number | null {
  const fees = provider.id === 'perplexity' && FEES[provider.models[0]?.id ?? ''];
  if (!fees) return null;
  const used = at(at(response, 'usage'), 'search_context_size');
  const asked = at(at(request, 'web_search_options'), 'search_context_size');
  // The default is the lowest.
  return fees[sizeOf(used) ?? sizeOf(asked) ?? 'low'] / 1000;
}

function sizeOf(value: unknown): keyof Fees | null {
  return value === 'low' || value === 'medium' || value === 'high' ? value : null;
}
