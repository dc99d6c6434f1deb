import type { Format } from '@parley/contract';
import { anthropic } from './anthropic/anthropic.ts';
import { bedrock } from './bedrock/bedrock.ts';
import { cohere } from './cohere/cohere.ts';
import { gemini } from './gemini/gemini.ts';
import { mistral } from './mistral/mistral.ts';
import { ollama } from './ollama/ollama.ts';
import { openai } from './openai/openai.ts';
import { perplexity } from './perplexity/perplexity.ts';
import type { FormatReader } from './reader.ts';
import { universal } from './universal/universal.ts';

/**
 * Every format. Events of streams are offered to them in this order: Bedrock comes last, because the names of
 * Converse's events say the least.
 */
export const READERS: Record<Format, FormatReader> = {
  openai,
  gemini,
  anthropic,
  cohere,
  mistral,
  perplexity,
  ollama,
  universal,
  bedrock,
};
