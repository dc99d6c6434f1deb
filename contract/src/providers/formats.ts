/**
 * Every format, one file each: its descriptor, how its calls are recognised, and its guide for the console.
 */
import { anthropic, anthropicCalls, anthropicGuide } from './anthropic.ts';
import { bedrock, bedrockCalls, bedrockGuide } from './bedrock.ts';
import { cohere, cohereCalls, cohereGuide } from './cohere.ts';
import type { FormatCalls, FormatDescriptor, FormatGuide } from './descriptor.ts';
import { gemini, geminiCalls, geminiGuide } from './gemini.ts';
import { mistral, mistralCalls, mistralGuide } from './mistral.ts';
import { ollama, ollamaCalls, ollamaGuide } from './ollama.ts';
import { openai, openaiCalls, openaiGuide } from './openai.ts';
import { perplexity, perplexityCalls, perplexityGuide } from './perplexity.ts';
import { universal, universalCalls, universalGuide } from './universal.ts';

export const DESCRIPTORS = {
  gemini,
  bedrock,
  cohere,
  anthropic,
  openai,
  mistral,
  perplexity,
  ollama,
  universal,
} as const satisfies Record<string, FormatDescriptor>;

export type Format = keyof typeof DESCRIPTORS;
/** The types that each format allows. */
export type FormatTypes = { [F in Format]: (typeof DESCRIPTORS)[F]['types'][number] };

/** For the client library. Separate from the descriptors, so that its bundle contains nothing else. */
export const CALLS: { readonly [F in Format]: FormatCalls<FormatTypes[F]> } = {
  gemini: geminiCalls,
  bedrock: bedrockCalls,
  cohere: cohereCalls,
  anthropic: anthropicCalls,
  openai: openaiCalls,
  mistral: mistralCalls,
  perplexity: perplexityCalls,
  ollama: ollamaCalls,
  universal: universalCalls,
};

/** For the console, in display order. */
export const GUIDES: Readonly<Record<Format, FormatGuide>> = {
  openai: openaiGuide,
  anthropic: anthropicGuide,
  gemini: geminiGuide,
  bedrock: bedrockGuide,
  cohere: cohereGuide,
  mistral: mistralGuide,
  perplexity: perplexityGuide,
  ollama: ollamaGuide,
  universal: universalGuide,
};
