import type { Format, InteractionType } from '@parley/contract';
import { readAnthropic } from './anthropic.ts';
import { readBedrock } from './bedrock/bedrock.ts';
import { readCohere } from './cohere.ts';
import type { Json, ReadExchange, Reading } from './format.ts';
import { readGemini } from './gemini.ts';
import { readMistral } from './mistral.ts';
import { readOpenai } from './openai.ts';
import { readPerplexity } from './perplexity.ts';
import { exchangeOf } from './shared/exchange.ts';
import { UNFINISHED } from './shared/finish-reasons.ts';
import { NO_USAGE } from './shared/usage.ts';
import { warning } from './shared/warnings.ts';
import { readUniversal } from './universal.ts';

export type { Json, ReadExchange, Reading } from './format.ts';
export { textsOf } from './shared/messages.ts';
export { isReadingWarning } from './shared/warnings.ts';

export const READERS: Record<Format, ReadExchange> = {
  gemini: readGemini,
  bedrock: readBedrock,
  cohere: readCohere,
  anthropic: readAnthropic,
  openai: readOpenai,
  mistral: readMistral,
  perplexity: readPerplexity,
  universal: readUniversal,
};

/**
 * Reads one exchange, and never throws: what a reader fails on (our bug, or a shape nobody has seen) is
 * an exchange without content and a warning, and can be read again after a fix.
 */
export function readExchange(format: Format, type: InteractionType, request: Json, response: Json): Reading {
  try {
    return READERS[format](request, response, type);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return { exchange: nothing(), warnings: [warning('', 'normalise_failed', `Not normalised: ${reason}`)] };
  }
}

function nothing() {
  return exchangeOf({
    requestedModel: null,
    model: null,
    input: [],
    output: [],
    finish: UNFINISHED,
    usage: NO_USAGE,
    upstreamId: null,
    body: {},
    answered: false,
  });
}
