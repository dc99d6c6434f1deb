import { PLAIN, readOpenAiLike } from '../openai-like/exchange.ts';
import type { ReadFamily } from './family.ts';

/** AI21 Jamba: OpenAI's dialect, unchanged. */
export const readJamba: ReadFamily = (request, response) => ({
  exchange: readOpenAiLike(request, response, PLAIN),
  warnings: [],
});
