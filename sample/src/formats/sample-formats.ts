/** Writes a sample exchange in its provider's format. */
import type { Format } from '@parley/contract';
import type { Exchange, Written } from '../exchange.ts';
import { anthropic } from './anthropic.ts';
import { bedrock } from './bedrock.ts';
import { cohere } from './cohere.ts';
import type { SampleFormat } from './format.ts';
import { gemini } from './gemini.ts';
import { ollama } from './ollama.ts';
import { mistral, openai, perplexity, universal } from './openai-like.ts';

export const SAMPLE_FORMATS: Record<Format, SampleFormat> = {
  openai,
  anthropic,
  gemini,
  bedrock,
  cohere,
  mistral,
  perplexity,
  ollama,
  universal,
};

export function writeExchange(exchange: Exchange): Written {
  const { write, errors } = SAMPLE_FORMATS[exchange.model.format];
  const written = write(exchange);
  if (exchange.ending !== 'error') return written;
  return { ...written, response: errors[exchange.errorNumber % errors.length] ?? errors[0] };
}
