import { preferring } from '../dialects/dialects.ts';
import { langfuse } from '../dialects/langfuse.ts';
import type { Attributes } from '../telemetry.ts';

const READERS = preferring(langfuse).flatMap(({ statedCost }) => statedCost ?? []);

/** What the telemetry says the call cost, in USD. */
export function statedCostOf(attributes: Attributes): number | null {
  for (const read of READERS) {
    const cost = read(attributes);
    if (cost !== null) return cost;
  }
  return null;
}
