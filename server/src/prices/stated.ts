/** The cost that the upstream, or a gateway in front of it, states in its response. */
import { at, type Json } from './json.ts';

/** Maximum plausible cost of an exchange; a larger number is in another unit. */
const MAX_USD = 1_000_000;

/**
 * In USD. OpenRouter states it in `usage.cost`, Perplexity in `usage.cost.total_cost` (search fee included),
 * LiteLLM in `_hidden_params`.
 */
export function statedCost({ usage, response_cost, _hidden_params }: Json): number | null {
  const cost = at(usage, 'cost');
  return (
    openRouters(usage, cost) ??
    amount(at(cost, 'total_cost')) ??
    amount(response_cost) ??
    amount(at(_hidden_params, 'response_cost'))
  );
}

/** With the customer's own key, OpenRouter charges a fee, and the upstream charges the rest. */
function openRouters(usage: unknown, cost: unknown): number | null {
  const fee = amount(cost);
  if (fee === null || at(usage, 'is_byok') !== true) return fee;
  return fee + (amount(at(at(usage, 'cost_details'), 'upstream_inference_cost')) ?? 0);
}

export function amount(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= MAX_USD ? value + 0 : null;
}
