/** Whose model it was, where a payload does not say it itself. */
import type { Format } from '@parley/contract';
import type { Json } from '../formats/index.ts';
import { arr, obj } from '../formats/shared/read.ts';

const PROVIDERS: Readonly<Record<Format, string | null>> = {
  gemini: 'google',
  bedrock: 'aws',
  cohere: 'cohere',
  anthropic: 'anthropic',
  openai: 'openai',
  mistral: 'mistral',
  perplexity: 'perplexity',
  // Anybody's.
  universal: null,
};

export function providerOf(format: Format, response: Json): string | null {
  return format === 'openai' && isAzure(response) ? 'azure' : PROVIDERS[format];
}

/** Azure answers as OpenAI does, and says what its filters thought of it. */
function isAzure(response: Json): boolean {
  return (
    response.prompt_filter_results !== undefined ||
    response.content_filters !== undefined ||
    arr(response.choices).some((choice) => obj(choice).content_filter_results !== undefined) ||
    obj(obj(response.error).innererror).content_filter_result !== undefined
  );
}
