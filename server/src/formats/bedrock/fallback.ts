import { findOpenAiLike, PLAIN } from '../openai-like/exchange.ts';
import { exchangeOf } from '../shared/exchange.ts';
import { answerOf } from '../shared/messages.ts';
import { readPrompt } from '../shared/prompt.ts';
import { name } from '../shared/read.ts';
import { warning } from '../shared/warnings.ts';
import type { ReadFamily } from './family.ts';

/**
 * Unknown families: imported and new models mostly speak OpenAI's dialect; most others return a single
 * string.
 */
export const readUnknown: ReadFamily = (request, response) => {
  const found = findOpenAiLike(request, response, PLAIN);
  const said =
    name(response.generated_text) ??
    name(response.output_text) ??
    name(response.outputText) ??
    name(response.text);
  if (found.output.length === 0 && said !== null) {
    found.output.push(answerOf(said));
    found.answered = true;
  }
  if (found.input.length === 0)
    found.input = readPrompt(request.inputText ?? request.message ?? request.inputs);
  return {
    exchange: exchangeOf(found),
    warnings: [
      warning(
        'request.modelId',
        'unknown_model_family',
        'The model family is not known; what could be read was read.',
      ),
    ],
  };
};
