/** An exchange in the words of its provider. */
import type { Format } from '@parley/contract';
import type { Exchange, Written } from '../exchange.ts';
import { writeAnthropic } from './anthropic.ts';
import { writeBedrock } from './bedrock.ts';
import { writeCohere } from './cohere.ts';
import { upstreamError } from './errors.ts';
import { writeGemini } from './gemini.ts';
import { writeMistral, writeOpenai, writePerplexity, writeUniversal } from './openai-like.ts';
import { writeResponses } from './responses.ts';

const WRITERS: Record<Format, (exchange: Exchange) => Written> = {
  openai: (exchange) => (exchange.model.responses ? writeResponses : writeOpenai)(exchange),
  anthropic: writeAnthropic,
  gemini: writeGemini,
  bedrock: writeBedrock,
  cohere: writeCohere,
  mistral: writeMistral,
  perplexity: writePerplexity,
  universal: writeUniversal,
};

export function writeExchange(exchange: Exchange): Written {
  const { format } = exchange.model;
  const written = WRITERS[format](exchange);
  if (exchange.ending !== 'error') return written;
  return { ...written, response: upstreamError(format, exchange.errorNumber) };
}
