import type { Warning } from '@parley/contract';
import type { ReadExchange } from './format.ts';
import {
  looksLikeCompletion,
  looksLikeRequest,
  looksLikeResponse,
  PLAIN,
  readOpenAiLike,
} from './openai-like/exchange.ts';
import { contradictsFormat, contradictsType } from './shared/warnings.ts';

/** OpenAI and Azure OpenAI: chat completions, and the older text completions. */
export const readOpenai: ReadExchange = (request, response, type) => {
  const exchange = readOpenAiLike(request, response, PLAIN);
  const warnings: Warning[] = [];
  const isRequest = looksLikeRequest(request);
  const isResponse = looksLikeResponse(response);
  if (!isRequest) warnings.push(contradictsFormat('request', 'openai'));
  if (!isResponse && exchange.error === null) warnings.push(contradictsFormat('response', 'openai'));
  if (isRequest || isResponse) {
    const shape = looksLikeCompletion(request, response) ? 'completion' : 'chat';
    if (shape !== type) warnings.push(contradictsType(type, shape));
  }
  return { exchange, warnings };
};
