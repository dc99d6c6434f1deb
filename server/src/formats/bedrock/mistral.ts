import { PLAIN, readOpenAiLike } from '../openai-like/exchange.ts';
import { exchangeOf } from '../shared/exchange.ts';
import { finishOf } from '../shared/finish-reasons.ts';
import { answerOf } from '../shared/messages.ts';
import { readPrompt } from '../shared/prompt.ts';
import { arr, obj, text } from '../shared/read.ts';
import { NO_USAGE } from '../shared/usage.ts';
import type { ReadFamily } from './family.ts';

/** Mistral: OpenAI's chat dialect for newer models, a template prompt and `outputs` for older ones. */
export const readMistral: ReadFamily = (request, response) => {
  const isChat = Array.isArray(response.choices) || Array.isArray(request.messages);
  if (isChat && !Array.isArray(response.outputs)) {
    return { exchange: readOpenAiLike(request, response, PLAIN), warnings: [] };
  }
  const outputs = arr(response.outputs);
  return {
    exchange: exchangeOf({
      requestedModel: null,
      model: null,
      input: readPrompt(request.prompt),
      output: outputs.map((output) => answerOf(text(obj(output).text))),
      finish: finishOf(obj(outputs[0]).stop_reason),
      usage: NO_USAGE,
      upstreamId: null,
      body: response,
      answered: Array.isArray(response.outputs),
    }),
    warnings: [],
  };
};
