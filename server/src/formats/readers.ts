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
 * The reader of every format. Stream events are offered in this order; Bedrock comes last, because the event
 * names of Converse are the least specific.
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
