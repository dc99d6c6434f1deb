import type { Usage, Warning } from '@parley/contract';
import { arr, count, isObject, name, obj, sum } from '../shared/read.ts';
import { NO_USAGE, usageOf } from '../shared/usage.ts';
import { warning } from '../shared/warnings.ts';

/**
 * `input_tokens` excludes cache reads and cache writes, so both are added. The top-level counts also exclude
 * `compaction` iterations, which the same model ran and which are billed, so those are added, too. Iterations
 * of another model (`advisor_message`) would be priced wrongly as this model's tokens: they are left out,
 * with a warning.
 */
export function readUsage(value: unknown, warnings: Warning[]): Usage {
  if (!isObject(value)) return NO_USAGE;
  let fresh = count(value.input_tokens);
  let output = count(value.output_tokens);
  let cachedInput = count(value.cache_read_input_tokens);
  let cacheWrite = count(value.cache_creation_input_tokens) ?? cacheWritten(value.cache_creation);
  for (const entry of arr(value.iterations)) {
    const iteration = obj(entry);
    if (iteration.type === 'compaction') {
      fresh = sum([fresh, count(iteration.input_tokens)]);
      output = sum([output, count(iteration.output_tokens)]);
      cachedInput = sum([cachedInput, count(iteration.cache_read_input_tokens)]);
      cacheWrite = sum([cacheWrite, count(iteration.cache_creation_input_tokens)]);
    } else if (iteration.type === 'advisor_message') {
      warnings.push(otherModel(name(iteration.model)));
    }
  }
  return usageOf({
    input: fresh === null ? null : sum([fresh, cachedInput, cacheWrite]),
    output,
    cachedInput,
    cacheWrite,
    reasoning: count(obj(value.output_tokens_details).thinking_tokens),
  });
}

function cacheWritten(value: unknown): number | null {
  const split = obj(value);
  return sum([count(split.ephemeral_5m_input_tokens), count(split.ephemeral_1h_input_tokens)]);
}

function otherModel(model: string | null): Warning {
  return warning(
    'response.usage.iterations',
    'tokens_of_other_model',
    `Tokens of ${model ?? 'another model'}, which advised on this answer, are not counted.`,
  );
}
