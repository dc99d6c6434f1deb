import type { ReadExchange } from './format.ts';
import { looksLikeRequest, looksLikeResponse, readOpenAiLike } from './openai-like/exchange.ts';
import { readUsage } from './openai-like/usage.ts';
import * as responses from './responses/exchange.ts';
import { warning } from './shared/warnings.ts';

/**
 * For providers without a format of their own: most of them speak OpenAI's dialect, some with inline
 * reasoning, some as responses. What does not look like it is kept raw, with what little could be read.
 */
export const readUniversal: ReadExchange = (request, response) => {
  if (responses.looksLikeRequest(request) && responses.looksLikeResponse(response)) {
    return responses.readResponses(request, response);
  }
  const exchange = readOpenAiLike(request, response, { thinkTags: true, readUsage });
  const known = looksLikeRequest(request) && (looksLikeResponse(response) || exchange.error !== null);
  return {
    exchange,
    warnings: known
      ? []
      : [warning('', 'kept_raw', 'This does not look like an OpenAI-like exchange; its raw JSON is kept.')],
  };
};
