/** Checks the fields that `request` and `response` must have, per format. */
import {
  DESCRIPTORS,
  type FieldChoice,
  type FieldRules,
  type Format,
  isStream,
  isWordless,
} from '@parley/contract';
import { isObject, type Json } from '../base/json.ts';
import { isAbsent, kindOf, type Notes } from './notes.ts';
import { batchAdvice, refusalOfShape, wordlessTypeOf } from './other-kinds.ts';
import { checkWordlessRequest, checkWordlessResponse } from './retrieval-fields.ts';

type Check = {
  request: (request: Json, type: string, notes: Notes) => void;
  /** For an answer that is neither an upstream error nor a stream. */
  response: (response: Json, request: Json, type: string, notes: Notes) => void;
};

/** The formats whose rules are no list of fields. */
type FormatInCode = {
  [F in Format]: (typeof DESCRIPTORS)[F]['required']['conversation'] extends 'in code' ? F : never;
}[Format];

const CHECKS: Record<FormatInCode, Check> = {
  gemini: {
    request(request, type, notes) {
      requireString(request.model, 'request.model', notes);
      if (isWordless(type)) return;
      // Google's own SDKs take one turn without the array around it.
      if (isText(request.contents) || isObject(request.contents)) {
        notes.warn(
          'request.contents',
          'not_an_array',
          'request.contents is no array and is read as one turn.',
        );
      } else requireArray(request.contents, 'request.contents', notes);
    },
    response(response, _request, _type, notes) {
      // Clients that log Google's JavaScript SDK nest the response one level down.
      const body = isObject(response.response) ? response.response : response;
      if (isUpstreamError(body)) return;
      // A blocked prompt has no candidates, only feedback.
      if (!isObject(body.promptFeedback) || body.candidates !== undefined) {
        requireArray(body.candidates, 'response.candidates', notes);
      }
    },
  },
  bedrock: {
    request(request, _type, notes) {
      requireString(request.modelId, 'request.modelId', notes);
      if (isConverse(request)) return;
      // AWS has a default for both.
      if (!isAbsent(request.contentType)) requireString(request.contentType, 'request.contentType', notes);
      if (!isAbsent(request.accept)) requireString(request.accept, 'request.accept', notes);
      if (isObject(request.body)) {
        notes.warn(
          'request.body',
          'body_parsed',
          'request.body was sent already parsed and is read as such.',
        );
      } else requireString(request.body, 'request.body', notes);
    },
    response(response, request, _type, notes) {
      if (isObject(response.body)) return;
      if (isConverse(request)) {
        if (!isObject(response.output)) {
          notes.issue('response.output', 'required', 'response.output must hold the message of the answer.');
        }
      } else if (isText(response.body)) {
        notes.warn('response.body', 'body_text', 'response.body was sent as text and is read as JSON.');
      } else notes.issue('response.body', 'required', 'response.body must be the parsed body of the answer.');
    },
  },
  openai: {
    request(request, type, notes) {
      if (isResponses(request, type)) {
        if (isString(request.input) || Array.isArray(request.input)) return;
        // What is asked may be kept at the upstream: in a prompt of a name, or in what came before.
        if (isObject(request.prompt) || isText(request.previous_response_id)) return;
        notes.issue('request.input', 'required', 'request.input must be a string or an array.');
      } else if (type === 'completion') {
        if (isString(request.prompt) || Array.isArray(request.prompt)) return;
        notes.issue('request.prompt', 'required', 'request.prompt must be a string or an array.');
      } else requireArray(request.messages, 'request.messages', notes);
    },
    response(response, request, type, notes) {
      const field = isResponses(request, type) ? 'output' : 'choices';
      requireArray(response[field], `response.${field}`, notes);
    },
  },
};

export function checkUpstreamFields(
  format: Format,
  type: string,
  request: Json,
  response: Json,
  notes: Notes,
): void {
  const advice = batchAdvice(response);
  const refusal = refusalOfShape(request, response) ?? notOf(format, type, response);
  if (advice !== null) notes.issue('response', 'batch_line', advice);
  else if (refusal !== null) notes.issue('response', 'not_text', refusal);
  else checkFields(format, type, request, response, notes);
}

function checkFields(format: Format, type: string, request: Json, response: Json, notes: Notes): void {
  const { request: checkRequest, response: checkResponse } = checksOf(format, type);
  checkRequest(request, type, notes);
  // An error body is a valid answer, and a stream may have ended before its first event.
  if (!isStream(response) && !isUpstreamError(response)) checkResponse(response, request, type, notes);
}

/** Bedrock has the same envelope for every type. */
function checksOf(format: Format, type: string): Check {
  const own = conversationChecks(format);
  if (!isWordless(type) || format === 'bedrock') return own;
  return {
    request(request, _type, notes) {
      if (format === 'gemini') own.request(request, type, notes);
      checkWordlessRequest(format, type, request, notes);
    },
    response: (response, _request, _type, notes) => checkWordlessResponse(format, type, response, notes),
  };
}

function conversationChecks(format: Format): Check {
  if (isInCode(format)) return CHECKS[format];
  const { conversation: rules }: { conversation: FieldRules } = DESCRIPTORS[format].required;
  return {
    request: (request, type, notes) => requireChoice(request, 'request', rules[type]?.request, notes),
    response: (response, _request, type, notes) =>
      requireChoice(response, 'response', rules[type]?.response, notes),
  };
}

function isInCode(format: Format): format is FormatInCode {
  return DESCRIPTORS[format].required.conversation === 'in code';
}

/** The refusal of embeddings and rankings for a format without them. */
function notOf(format: Format, type: string, response: Json): string | null {
  const shape = wordlessTypeOf(response);
  if (shape === null || isWordless(type)) return null;
  return `This is of type ${shape}, which format ${format} does not have: send it as format universal.`;
}

/** Whether it is the Responses API, also when declared as another type of `openai`. */
function isResponses(request: Json, type: string): boolean {
  if (type === 'response') return true;
  return type === 'chat' && request.messages === undefined && request.input !== undefined;
}

/** Whether it is Bedrock's Converse, whose request is not an envelope around a body. */
function isConverse(request: Json): boolean {
  return request.body === undefined && (Array.isArray(request.messages) || isObject(request.promptVariables));
}

function isUpstreamError(response: Json): boolean {
  if (response.error !== undefined && response.error !== null) return true;
  if (response.type === 'error' || response.object === 'error') return true;
  if (typeof response.httpStatus === 'number' && response.httpStatus >= 400) return true;
  return isText(response.message) || response.detail !== undefined || isText(response.errorMessage);
}

const WITH_ARTICLE = { array: 'an array', object: 'an object', string: 'a string' } as const;

function requireChoice(
  side: Json,
  path: 'request' | 'response',
  choice: FieldChoice | undefined,
  notes: Notes,
): void {
  const fields = Object.entries(choice?.anyOf ?? {});
  const [[first, kind] = []] = fields;
  if (first === undefined || kind === undefined) return;
  if (fields.some(([name, kind]) => isOfKind(side[name], kind))) return;
  const all = fields.map(([name, kind]) => `${name} (${WITH_ARTICLE[kind]})`).join(' or ');
  const sentence =
    fields.length > 1
      ? `${path} needs ${all}.`
      : `${path}.${first} must be ${WITH_ARTICLE[kind]}, not ${kindOf(side[first])}.`;
  notes.issue(`${path}.${first}`, 'required', choice?.otherwise ?? sentence);
}

function isOfKind(value: unknown, kind: keyof typeof WITH_ARTICLE): boolean {
  if (kind === 'array') return Array.isArray(value);
  return kind === 'object' ? isObject(value) : typeof value === 'string';
}

function requireArray(value: unknown, path: string, notes: Notes): void {
  if (!Array.isArray(value)) notes.issue(path, 'required', `${path} must be an array, not ${kindOf(value)}.`);
}

function requireString(value: unknown, path: string, notes: Notes): void {
  if (isText(value)) return;
  const instead = value === '' ? 'empty' : kindOf(value);
  notes.issue(path, 'required', `${path} must be a string, not ${instead}.`);
}

/** Texts of a conversation may be empty: an answer with only tool calls, a turn with only results. */
function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** Names may not be empty. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
