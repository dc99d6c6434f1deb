import type { Format, Usage } from '@parley/contract';
import { at, type Json } from './json.ts';

/**
 * The billed tokens. Cohere bills fewer than it reads, because its template is free, and bills images, which
 * it counts separately, as input.
 */
export function billedUsage(format: Format, usage: Usage, response: Json): Usage {
  if (format !== 'cohere') return usage;
  const meta = response.usage ?? response.meta;
  const units = at(meta, 'billed_units') ?? at(meta, 'billedUnits');
  const input = tokens(at(units, 'input_tokens') ?? at(units, 'inputTokens'));
  const output = tokens(at(units, 'output_tokens') ?? at(units, 'outputTokens'));
  return {
    ...usage,
    input: input ?? usage.input,
    output: output ?? usage.output,
    // Cached input has no rate of its own.
    cachedInput: input === null ? usage.cachedInput : null,
  };
}

function tokens(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= 1e9 ? value : null;
}
