import type { Usage } from '@parley/contract';
import { count } from './read.ts';

export const NO_USAGE: Usage = Object.freeze({
  input: null,
  output: null,
  total: null,
  cachedInput: null,
  cacheWrite: null,
  reasoning: null,
});

/**
 * Token counts that hold together. A missing side follows from the total and the other side; a missing
 * total from both sides. A part never exceeds its whole: upstreams that count a hidden system prompt as
 * cached report such parts, and a cost computed from them would have negative fresh input.
 */
export function usageOf(stated: Partial<Usage>): Usage {
  const total = count(stated.total);
  const input = count(stated.input) ?? remainder(total, count(stated.output));
  const output = count(stated.output) ?? remainder(total, input);
  const cachedInput = atMost(count(stated.cachedInput), input);
  return {
    input,
    output,
    total: total ?? (input !== null && output !== null ? count(input + output) : null),
    cachedInput,
    cacheWrite: atMost(count(stated.cacheWrite), input === null ? null : input - (cachedInput ?? 0)),
    reasoning: atMost(count(stated.reasoning), output),
  };
}

function remainder(whole: number | null, part: number | null): number | null {
  return whole !== null && part !== null && whole >= part ? whole - part : null;
}

function atMost(value: number | null, limit: number | null): number | null {
  return value !== null && limit !== null && value > limit ? limit : value;
}
