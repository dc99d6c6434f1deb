import type { Part } from '@parley/contract';
import { exchangeOf } from '../shared/exchange.ts';
import { finishOf } from '../shared/finish-reasons.ts';
import { media } from '../shared/media.ts';
import { answerOf } from '../shared/messages.ts';
import { readPrompt } from '../shared/prompt.ts';
import { arr, count, text } from '../shared/read.ts';
import { usageOf } from '../shared/usage.ts';
import type { ReadFamily } from './family.ts';

/** Meta Llama. The prompt is usually in the model's template, with images in a separate field. */
export const readLlama: ReadFamily = (request, response) => {
  const answered = typeof response.generation === 'string';
  const input = readPrompt(request.prompt);
  const images: Part[] = arr(request.images).map(() => media('image', null, null));
  if (images.length > 0) input.push({ role: 'user', content: images });
  return {
    exchange: exchangeOf({
      requestedModel: null,
      model: null,
      input,
      output: answered ? [answerOf(text(response.generation))] : [],
      finish: finishOf(response.stop_reason),
      usage: usageOf({
        input: count(response.prompt_token_count),
        output: count(response.generation_token_count),
      }),
      upstreamId: null,
      body: response,
      answered,
    }),
    warnings: [],
  };
};
