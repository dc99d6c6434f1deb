import type { Message, Usage } from '@parley/contract';
import type { Json } from '../format.ts';
import { exchangeOf, type Findings } from '../shared/exchange.ts';
import { type Finish, finishOf } from '../shared/finish-reasons.ts';
import { readPrompt } from '../shared/prompt.ts';
import { isObject, name, obj } from '../shared/read.ts';
import { readChoices, readMessages } from './messages.ts';
import { readUsage } from './usage.ts';

export type Dialect = {
  /** Whether answers contain their reasoning inline, as `<think>…</think>`. */
  thinkTags: boolean;
  /** `model` is the response model, or else the requested one. */
  readUsage: (usage: unknown, model: string | null) => Usage;
};

export const PLAIN: Dialect = { thinkTags: false, readUsage };

/** Fields that all upstreams with OpenAI's chat or completion dialect share. */
export function findOpenAiLike(request: Json, response: Json, dialect: Dialect): Findings {
  return {
    requestedModel: name(request.model),
    model: name(response.model),
    input: readInput(request, dialect.thinkTags),
    output: readChoices(response.choices, dialect.thinkTags),
    finish: readFinish(response.choices),
    usage: dialect.readUsage(response.usage, name(response.model) ?? name(request.model)),
    upstreamId: name(response.id) ?? name(response.request_id),
    body: response,
    answered: Array.isArray(response.choices),
  };
}

export function readOpenAiLike(request: Json, response: Json, dialect: Dialect) {
  return exchangeOf(findOpenAiLike(request, response, dialect));
}

export function looksLikeRequest(request: Json): boolean {
  return Array.isArray(request.messages) || request.prompt !== undefined;
}

export function looksLikeResponse(response: Json): boolean {
  return Array.isArray(response.choices);
}

/** Whether the shape is a text completion: a prompt without messages, or choices with bare text. */
export function looksLikeCompletion(request: Json, response: Json): boolean {
  if (Array.isArray(request.messages)) return false;
  if (request.prompt !== undefined) return true;
  const choice = Array.isArray(response.choices) ? obj(response.choices[0]) : obj(null);
  return typeof choice.text === 'string' && !isObject(choice.message);
}

function readInput(request: Json, thinkTags: boolean): Message[] {
  return Array.isArray(request.messages)
    ? readMessages(request.messages, thinkTags)
    : readPrompt(request.prompt);
}

/**
 * `finish_details` is from gpt-4-vision-preview, `stop_reason` from Bedrock, camel case from a client
 * library.
 */
function readFinish(choices: unknown): Finish {
  const first = obj(Array.isArray(choices) ? choices[0] : null);
  return finishOf(
    first.finish_reason ?? obj(first.finish_details).type ?? first.stop_reason ?? first.finishReason,
  );
}
