import type { Usage, Warning } from '@parley/contract';
import { count } from './read.ts';
import { warning } from './warnings.ts';

export const NO_USAGE: Usage = Object.freeze({
  input: null,
  output: null,
  total: null,
  cachedInput: null,
  cacheWrite: null,
  reasoning: null,
});

/**
 * Consistent token counts. A missing side is the total minus the other side; a missing total is the sum of
 * both. A part never exceeds its whole: upstreams that count a hidden system prompt as cached report such
 * parts, and the cost would have negative fresh input. Reasoning that the total counts outside the output
 * (xAI) is output.
 */
export function usageOf(stated: Partial<Usage>): Usage {
  const total = count(stated.total);
  const input = count(stated.input) ?? remainder(total, count(stated.output));
  const reasoning = count(stated.reasoning);
  const said = count(stated.output) ?? remainder(total, input);
  const beside = input !== null && said !== null && reasoning !== null && total === input + said + reasoning;
  const output = beside ? said + reasoning : said;
  const cachedInput = atMost(count(stated.cachedInput), input);
  return {
    input,
    output,
    total: total ?? (input !== null && output !== null ? count(input + output) : null),
    cachedInput,
    cacheWrite: atMost(count(stated.cacheWrite), input === null ? null : input - (cachedInput ?? 0)),
    reasoning: atMost(reasoning, output),
  };
}

/** The part of the total that is neither input nor output; upstreams do not say what it is. */
export function restOf({ input, output, total }: Usage): number {
  return input === null || output === null || total === null ? 0 : total - input - output;
}

export function warnOfRest(usage: Usage): Warning[] {
  if (restOf(usage) === 0) return [];
  const { input, output, total } = usage;
  const message = `${input} tokens of input and ${output} of output are not the ${total} in all that were reported; the cost is that of input and output.`;
  return [warning('response', 'tokens_do_not_add_up', message)];
}

function remainder(whole: number | null, part: number | null): number | null {
  return whole !== null && part !== null && whole >= part ? whole - part : null;
}

function atMost(value: number | null, limit: number | null): number | null {
  return value !== null && limit !== null && value > limit ? limit : value;
}
