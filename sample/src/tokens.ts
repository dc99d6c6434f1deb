/** Estimated token counts: four characters per token. */
import type { Exchange, Message, Tokens } from './exchange.ts';
import { SAMPLE_FORMATS } from './formats/sample-formats.ts';

const PER_TOOL = 90;
const PER_MESSAGE = 4;
const PER_IMAGE = 765;
/** Added to every prompt, since real prompts are longer than those in the scripts. */
const EXTRA_PROMPT_TOKENS = 900;
/** Cached tokens come in multiples of this. */
const CACHE_STEP = 128;

type Counted = Pick<Exchange, 'model' | 'system' | 'tools' | 'messages' | 'answer' | 'ending'>;

export function countTokens({ model, system, tools, messages, answer, ending }: Counted): Tokens {
  const prefix = EXTRA_PROMPT_TOKENS + lengthOf(system) + tools.length * PER_TOOL;
  const input = prefix + sum(messages.map(inMessage));
  // The first turn fills the cache; later turns read what came before them.
  const first = messages.length === 1;
  const before = prefix + sum(messages.slice(0, -2).map(inMessage));
  const cacheable = SAMPLE_FORMATS[model.format].caches ? Math.floor(before / CACHE_STEP) * CACHE_STEP : 0;
  const cached = first ? 0 : cacheable;
  const writes = model.format === 'anthropic' || model.asked.includes('anthropic');
  const written = writes && first ? cacheable : 0;
  if (ending === 'error' || ending === 'blocked') return { input, cached, written, output: 0, reasoning: 0 };
  // A reasoning model thinks in every call, mostly without showing it, and longer than its answer.
  const reasoning = model.thinks ? 64 + 3 * lengthOf(answer.text + (answer.thinking ?? '')) : 0;
  const call = answer.call ? 12 + lengthOf(JSON.stringify(answer.call.arguments)) : 0;
  return { input, cached, written, output: reasoning + call + lengthOf(answer.text) + 2, reasoning };
}

function inMessage(message: Message): number {
  if (message.role === 'tool') return PER_MESSAGE + lengthOf(message.result);
  if (message.role === 'user') return PER_MESSAGE + lengthOf(message.text) + (message.image ? PER_IMAGE : 0);
  return PER_MESSAGE + lengthOf(message.text) + (message.call ? 20 : 0);
}

function lengthOf(text: string): number {
  return Math.ceil(text.length / 4);
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
