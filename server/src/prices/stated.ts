/** What the upstream itself, or a gateway before it, says that an exchange cost. */
import { at, type Json } from './json.ts';

/** More than any exchange costs: somebody counts in another unit. */
const MOST_USD = 1_000_000;

/**
 * In USD. OpenRouter has it in `usage.cost`, Perplexity in `usage.cost.total_cost`, to the fee of the search,
 * LiteLLM in what it hides from the client.
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

/** Who brings a key of their own pays OpenRouter a fee, and the upstream the rest. */
function openRouters(usage: unknown, cost: unknown): number | null {
  const fee = amount(cost);
  if (fee === null || at(usage, 'is_byok') !== true) return fee;
  return fee + (amount(at(at(usage, 'cost_details'), 'upstream_inference_cost')) ?? 0);
}

export function amount(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= MOST_USD ? value + 0 : null;
}
