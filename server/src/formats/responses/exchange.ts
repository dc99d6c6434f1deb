import type { Message, Warning } from '@parley/contract';
import type { Json, Reading } from '../format.ts';
import { readUsage } from '../openai-like/usage.ts';
import { exchangeOf } from '../shared/exchange.ts';
import { type Finish, finishOf, UNFINISHED } from '../shared/finish-reasons.ts';
import { isObject, name, obj } from '../shared/read.ts';
import { warning } from '../shared/warnings.ts';
import { addItems, readOutput } from './items.ts';

/** OpenAI's Responses API: `input` and `instructions` in the request, `output` items in the response. */
export function readResponses(request: Json, response: Json): Reading {
  const answered = looksLikeResponse(response);
  const warnings: Warning[] = [];
  const exchange = exchangeOf({
    requestedModel: name(request.model),
    model: name(response.model),
    input: readInput(request, response),
    output: answered ? [readOutput(response.output)] : [],
    finish: readFinish(response, warnings),
    usage: readUsage(response.usage, name(response.model) ?? name(request.model)),
    upstreamId: name(response.id) ?? name(response.request_id),
    previousUpstreamId: name(request.previous_response_id) ?? name(response.previous_response_id),
    body: response,
    answered,
  });
  return { exchange, warnings };
}

/** Falls back to the request, since an error has no distinctive shape. */
export function looksLikeRequest(request: Json): boolean {
  if (request.messages !== undefined) return false;
  return (
    request.input !== undefined || isObject(request.prompt) || name(request.previous_response_id) !== null
  );
}

export function looksLikeResponse(response: Json): boolean {
  return response.object === 'response' || Array.isArray(response.output);
}

/** Instructions of a prompt that is stored at the upstream come back with the response. */
function readInput(request: Json, response: Json): Message[] {
  const messages: Message[] = [];
  addItems(messages, request.instructions ?? response.instructions, 'system');
  addItems(messages, request.input, 'user');
  return messages;
}

/** Responses have no finish reason: it is the status, or the reason of an incomplete response. */
function readFinish(response: Json, warnings: Warning[]): Finish {
  const status = name(response.status);
  if (status === 'incomplete') return finishOf(obj(response.incomplete_details).reason ?? status);
  if (status !== 'queued' && status !== 'in_progress') return finishOf(status);
  warnings.push(
    warning('response.status', 'not_finished', `The response is ${status}: what it will say is not in it.`),
  );
  return UNFINISHED;
}
