import type { Json, ReadExchange } from '../format.ts';
import { looksLikeRequest, looksLikeResponse, readOpenAiLike } from '../openai-like/exchange.ts';
import { readUsage } from '../openai-like/usage.ts';
import type { FormatReader } from '../reader.ts';
import * as responses from '../responses/exchange.ts';
import { withRetrieval } from '../retrieval/with-retrieval.ts';
import { warning } from '../shared/warnings.ts';
import type { Assemble } from '../streams/events.ts';
import { unwrapWorkersAi } from './workers-ai.ts';
import { assembleWorkersAi } from './workers-ai-stream.ts';

/**
 * For providers without a format of their own. Most speak OpenAI's dialect, some with inline reasoning, some
 * as responses, Cloudflare in an envelope. Other shapes are stored raw, with the few fields that can be read.
 */
const readUniversal: ReadExchange = (request, sent) => {
  const response = unwrapWorkersAi(sent);
  if (responses.looksLikeRequest(request) && !looksLikeResponse(response)) {
    const reading = responses.readResponses(request, response);
    // An error has no distinctive shape.
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

export const universal: FormatReader = { read: withRetrieval('universal', readUniversal), assemblerOf };

/** Only Cloudflare's Workers AI; other streams have the events of another format. */
function assemblerOf({ response }: Json): Assemble | null {
  return typeof response === 'string' ? assembleWorkersAi : null;
}
