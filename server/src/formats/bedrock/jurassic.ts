import { exchangeOf } from '../shared/exchange.ts';
import { finishOf } from '../shared/finish-reasons.ts';
import { answerOf } from '../shared/messages.ts';
import { readPrompt } from '../shared/prompt.ts';
import { arr, obj, sum, text } from '../shared/read.ts';
import { usageOf } from '../shared/usage.ts';
import type { ReadFamily } from './family.ts';

/** AI21 Jurassic-2. It lists its tokens instead of counting them; its `id` is a constant. */
export const readJurassic: ReadFamily = (request, response) => {
  const completions = arr(response.completions);
  const first = obj(completions[0]);
  return {
    exchange: exchangeOf({
      requestedModel: null,
      model: null,
      input: readPrompt(request.prompt),
      output: completions.map((completion) => answerOf(text(obj(obj(completion).data).text))),
      finish: finishOf(obj(first.finishReason).reason),
      usage: usageOf({
        input: lengthOf(obj(response.prompt).tokens),
        output: sum(completions.map((completion) => lengthOf(obj(obj(completion).data).tokens))),
      }),
      upstreamId: null,
      body: response,
      answered: Array.isArray(response.completions),
    }),
    warnings: [],
  };
};

function lengthOf(tokens: unknown): number | null {
  return Array.isArray(tokens) ? tokens.length : null;
}
