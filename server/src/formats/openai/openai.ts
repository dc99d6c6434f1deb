import type { InteractionType } from '@parley/contract';
import type { Json, ReadExchange } from '../format.ts';
import * as dialect from '../openai-like/exchange.ts';
import { assembleChat } from '../openai-like/stream.ts';
import type { FormatReader } from '../reader.ts';
import * as responses from '../responses/exchange.ts';
import { assembleResponses } from '../responses/stream.ts';
import { withRetrieval } from '../retrieval/with-retrieval.ts';
import { contradictsFormat, contradictsType } from '../shared/warnings.ts';
import type { Assemble } from '../streams/events.ts';

/** OpenAI and Azure OpenAI: chat completions, the older text completions, and responses. */
const readOpenai: ReadExchange = (request, response, type) => {
  const shape = shapeOf(request, response);
  const reading =
    (shape ?? type) === 'response'
      ? responses.readResponses(request, response)
      : { exchange: dialect.readOpenAiLike(request, response, dialect.PLAIN), warnings: [] };
  const { exchange, warnings } = reading;
  if (!dialect.looksLikeRequest(request) && !responses.looksLikeRequest(request)) {
    warnings.push(contradictsFormat('request', 'openai'));
  }
  const answered = dialect.looksLikeResponse(response) || responses.looksLikeResponse(response);
  if (!answered && exchange.error === null) warnings.push(contradictsFormat('response', 'openai'));
  if (shape !== null && shape !== type) warnings.push(contradictsType(type, shape));
  return reading;
};

export const openai: FormatReader = { read: withRetrieval('openai', readOpenai), assemblerOf };

function assemblerOf({ type, choices }: Json): Assemble | null {
  if (typeof type === 'string' && type.startsWith('response.')) return assembleResponses;
  return Array.isArray(choices) ? assembleChat : null;
}

/** Decided by the response, or else by the request, since an error has no distinctive shape. */
function shapeOf(request: Json, response: Json): InteractionType | null {
  if (responses.looksLikeResponse(response)) return 'response';
  if (dialect.looksLikeResponse(response)) return ofDialect(request, response);
  if (responses.looksLikeRequest(request)) return 'response';
  return dialect.looksLikeRequest(request) ? ofDialect(request, response) : null;
}

function ofDialect(request: Json, response: Json): InteractionType {
  return dialect.looksLikeCompletion(request, response) ? 'completion' : 'chat';
}
