/**
 * Audio and images cost more than text, so media without a rate of their own have no price instead of the
 * text price.
 */
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

/** The media for which the list has no rate; null when there are none. */
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

/** Cohere counts the images that it embeds and bills them at a separate rate. */
function imagesIn({ meta }: Json): number {
  const images = at(at(meta, 'billed_units') ?? at(meta, 'billedUnits'), 'images');
  return typeof images === 'number' ? images : 0;
}

/**
 * Google's input rate covers all media unless it lists one for audio; TTS models output only audio, at the
 * output rate.
 */
function googlesTextRates(model: string): readonly string[] {
  return model.endsWith('-tts') ? ['input_audio_tokens', 'output_audio_tokens'] : ['input_audio_tokens'];
}

/** Images that a tool made: another model made them, and its tokens are not counted in the response. */
function hasMadePictures(output: unknown): boolean {
  return (
    Array.isArray(output) &&
    output.some((item) => at(item, 'type') === 'image_generation_call' && at(item, 'status') !== 'failed')
  );
}
