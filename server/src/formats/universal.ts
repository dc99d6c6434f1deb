import type { ReadExchange } from './format.ts';
import { looksLikeRequest, looksLikeResponse, readOpenAiLike } from './openai-like/exchange.ts';
import { readUsage } from './openai-like/usage.ts';
import * as responses from './responses/exchange.ts';
import { warning } from './shared/warnings.ts';
import { unwrapWorkersAi } from './workers-ai.ts';

/**
 * For providers without a format of their own: most of them speak OpenAI's dialect, some with inline
 * reasoning, some as responses, Cloudflare in an envelope. What does not look like it is kept raw, with what little could
 * be read.
 */
export const readUniversal: ReadExchange = (request, sent) => {
  const response = unwrapWorkersAi(sent);
  if (responses.looksLikeRequest(request) && !looksLikeResponse(response)) {
    const reading = responses.readResponses(request, response);
    // An error has no shape of its own.
    if (responses.looksLikeResponse(response) || reading.exchange.error !== null) return reading;
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
