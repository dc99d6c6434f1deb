/** What the telemetry of a call says that it cost, in USD. */
import { isObject, parseJson } from '../json.ts';
import type { Attributes } from '../telemetry.ts';

/** OpenInference, OpenLIT and LiteLLM, in this order. */
const TOTALS = ['llm.cost.total', 'gen_ai.usage.cost', 'gen_ai.cost.total_cost'];

export function statedCostOf(attributes: Attributes): number | null {
  const totals = [langfuseCost(attributes), ...TOTALS.map((name) => attributes.get(name))];
  return totals.find(isAmount) ?? null;
}

/** A sum of its parts, where it has no total. */
function langfuseCost(attributes: Attributes): number | null {
  const value = attributes.get('langfuse.observation.cost_details');
  const details = typeof value === 'string' ? parseJson(value) : value;
  if (!isObject(details)) return null;
  if (isAmount(details.total)) return details.total;
  const parts = Object.values(details).filter(isAmount);
  return parts.length === 0 ? null : parts.reduce((sum, part) => sum + part, 0);
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
