/** Sums of tokens and cost of sessions and users; null where nothing was reported. */
import type { Usage } from '@parley/contract';
import { z } from 'zod';

export const USAGE_COLUMNS = [
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'cached_input_tokens',
  'cache_write_tokens',
  'reasoning_tokens',
  'cost_usd',
] as const;

export const USAGE_SUMS = USAGE_COLUMNS.map((column) => `sum(${column}) AS sum_${column}`).join(', ');

const sum = z.number().nullable();

export const UsageSums = z.object({
  sum_input_tokens: sum,
  sum_output_tokens: sum,
  sum_total_tokens: sum,
  sum_cached_input_tokens: sum,
  sum_cache_write_tokens: sum,
  sum_reasoning_tokens: sum,
  sum_cost_usd: sum,
});

export function usageOf(row: z.infer<typeof UsageSums>): { usage: Usage; costUsd: number | null } {
  return {
    usage: {
      input: row.sum_input_tokens,
      output: row.sum_output_tokens,
      total: row.sum_total_tokens,
      cachedInput: row.sum_cached_input_tokens,
      cacheWrite: row.sum_cache_write_tokens,
      reasoning: row.sum_reasoning_tokens,
    },
    costUsd: row.sum_cost_usd,
  };
}

/**
 * Sort key of a cost, in whole billionths of a dollar, also in cursors; unknown costs come last. The engine adds the
 * same costs in another order each time, so that the last digits of a sum vary. Rounding at a half, or at another
 * fraction that prices have, would make such sums change places; hence the odd offset. Capped at a billion dollars.
 */
export const COST_ORDER = 'toInt64(floor(least(ifNull(sum_cost_usd, -1), 1e9) * 1e9 + 0.5433))';
export const TOKENS_ORDER = 'ifNull(toInt64(sum_total_tokens), -1)';
