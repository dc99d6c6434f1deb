import type { InteractionType } from '@parley/contract';
import type { Json, ReadExchange } from './format.ts';
import * as dialect from './openai-like/exchange.ts';
import * as responses from './responses/exchange.ts';
import { contradictsFormat, contradictsType } from './shared/warnings.ts';

/** OpenAI and Azure OpenAI: chat completions, the older text completions, and responses. */
export const readOpenai: ReadExchange = (request, response, type) => {
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

/** By what came back, else by what was sent: an error has no shape of its own. */
function shapeOf(request: Json, response: Json): InteractionType | null {
  if (responses.looksLikeResponse(response)) return 'response';
  if (dialect.looksLikeResponse(response)) return ofDialect(request, response);
  if (responses.looksLikeRequest(request)) return 'response';
  return dialect.looksLikeRequest(request) ? ofDialect(request, response) : null;
}

function ofDialect(request: Json, response: Json): InteractionType {
  return dialect.looksLikeCompletion(request, response) ? 'completion' : 'chat';
}
