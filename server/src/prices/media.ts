/** Sound and pictures cost more than text: what has no rate of its own has no price, rather than that of text. */
import type { Format } from '@parley/contract';
import { type Extras, readExtras } from './extras.ts';
import { at, type Json } from './json.ts';
import type { ListPrice } from './list-price.ts';

const RATES: readonly [tokens: string, rate: string, what: string][] = [
  ['input_audio_tokens', 'input_audio_mtok', 'sound in the input'],
  ['output_audio_tokens', 'output_audio_mtok', 'sound in the output'],
  ['output_image_tokens', 'output_image_mtok', 'pictures in the output'],
  ['output_video_tokens', 'output_video_mtok', 'film in the output'],
];

type Answered = { format: Format; response: Json };

/** What of an exchange the list has no rate for; null when there is nothing of the kind. */
export function unpricedMedia(
  { prices, provider }: ListPrice,
  { format, response }: Answered,
): string | null {
  const extras: Extras = readExtras(format, response) ?? {};
  const atTextRate = provider.id === 'google' ? googlesTextRates(provider.models[0]?.id ?? '') : [];
  for (const [tokens, rate, what] of RATES) {
    if (extras[tokens] !== undefined && prices[rate] === undefined && !atTextRate.includes(tokens))
      return what;
  }
  if (format === 'cohere' && imagesIn(response) > 0) return 'pictures in the input';
  return hasMadePictures(response.output) ? 'pictures that a tool made' : null;
}

/** Cohere counts pictures that it embeds, and has a rate of its own for them. */
function imagesIn({ meta }: Json): number {
  const images = at(at(meta, 'billed_units') ?? at(meta, 'billedUnits'), 'images');
  return typeof images === 'number' ? images : 0;
}

/** Google states one rate for all input, except where it has another for sound; what its voices say is sound alone. */
function googlesTextRates(model: string): readonly string[] {
  return model.endsWith('-tts') ? ['input_audio_tokens', 'output_audio_tokens'] : ['input_audio_tokens'];
}

/** Another model made them, whose tokens are in nobody's count. */
function hasMadePictures(output: unknown): boolean {
  return (
    Array.isArray(output) &&
    output.some((item) => at(item, 'type') === 'image_generation_call' && at(item, 'status') !== 'failed')
  );
}
