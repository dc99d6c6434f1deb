import { exchangeOf } from '../shared/exchange.ts';
import { finishOf } from '../shared/finish-reasons.ts';
import { answerOf } from '../shared/messages.ts';
import { readPrompt } from '../shared/prompt.ts';
import { arr, count, obj, sum, text } from '../shared/read.ts';
import { usageOf } from '../shared/usage.ts';
import type { ReadFamily } from './family.ts';

/** Amazon Titan text. Its body has neither an id nor a model. */
export const readTitan: ReadFamily = (request, response) => {
  const results = arr(response.results);
  return {
    exchange: exchangeOf({
      requestedModel: null,
      model: null,
      input: readPrompt(request.inputText),
      output: results.map((result) => answerOf(text(obj(result).outputText))),
      finish: finishOf(obj(results[0]).completionReason),
      usage: usageOf({
        input: count(response.inputTextTokenCount),
        output: sum(results.map((result) => count(obj(result).tokenCount))),
      }),
      upstreamId: null,
      body: response,
      answered: Array.isArray(response.results),
    }),
    warnings: [],
  };
};
