import type { Message, Warning } from '@parley/contract';
import type { Json, ReadExchange } from '../format.ts';
import type { FormatReader } from '../reader.ts';
import { withRetrieval } from '../retrieval/with-retrieval.ts';
import { exchangeOf } from '../shared/exchange.ts';
import { finishOf } from '../shared/finish-reasons.ts';
import { answerOf } from '../shared/messages.ts';
import { readPrompt } from '../shared/prompt.ts';
import { arr, isObject, name, obj, text } from '../shared/read.ts';
import { contradictsFormat, contradictsType } from '../shared/warnings.ts';
import { assemblerOf } from './stream.ts';
import { readUsage } from './usage.ts';
import * as v1 from './v1.ts';
import * as v2 from './v2.ts';

/** Cohere: chat v1, chat v2 and generate. The shape of the response tells them apart. */
export const readCohere: ReadExchange = (request, response, type) => {
  const generations = arr(response.generations);
  const isGenerate = Array.isArray(response.generations);
  const answered = isGenerate || looksLikeChat(response);
  const finished = isGenerate ? obj(generations[0]) : response;
  const exchange = exchangeOf({
    requestedModel: name(request.model),
    model: name(response.model),
    input: readInput(request),
    output: answered ? readOutput(response) : [],
    finish: finishOf(finished.finish_reason ?? finished.finishReason),
    usage: readUsage(response),
    upstreamId:
      name(response.id) ??
      name(response.response_id) ??
      name(response.responseId) ??
      name(response.generation_id) ??
      name(response.generationId),
    body: response,
    answered,
  });
  const warnings: Warning[] = [];
  if (!looksLikeRequest(request)) warnings.push(contradictsFormat('request', 'cohere'));
  if (!answered && exchange.error === null) warnings.push(contradictsFormat('response', 'cohere'));
  if (answered && isGenerate !== (type === 'generate')) {
    warnings.push(contradictsType(type, isGenerate ? 'generate' : 'chat'));
  }
  return { exchange, warnings };
};

export const cohere: FormatReader = { read: withRetrieval('cohere', readCohere), assemblerOf };

/** An error also has a `message` string, but nothing else. */
function looksLikeChat(response: Json): boolean {
  return (
    isObject(response.message) || typeof response.text === 'string' || Array.isArray(response.chat_history)
  );
}

function looksLikeRequest(request: Json): boolean {
  return (
    Array.isArray(request.messages) || typeof request.message === 'string' || request.prompt !== undefined
  );
}

function readInput(request: Json): Message[] {
  if (Array.isArray(request.messages)) return v2.readInput(request);
  return typeof request.prompt === 'string' ? readPrompt(request.prompt) : v1.readInput(request);
}

function readOutput(response: Json): Message[] {
  if (Array.isArray(response.generations)) {
    return response.generations.map((generation) => answerOf(text(obj(generation).text)));
  }
  return [isObject(response.message) ? v2.readOutput(response) : v1.readOutput(response)];
}
