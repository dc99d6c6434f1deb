/** The fields `request` and `response` must have, per format: what makes an exchange readable at all. */
import type { Format } from '@parley/contract';
import { isObject, type JsonObject, kindOf, type Notes } from './notes.ts';

type Check = (request: JsonObject, response: JsonObject, type: string, notes: Notes) => void;

const CHECKS: Record<Format, Check> = {
  gemini(request, response, _type, notes) {
    // Google's own SDKs take one turn without the array around it.
    if (isText(request.contents) || isObject(request.contents)) {
      notes.warn('request.contents', 'not_an_array', 'request.contents is no array and is read as one turn.');
    } else requireArray(request.contents, 'request.contents', notes);
    requireString(request.model, 'request.model', notes);
    // Clients that log Google's JavaScript SDK nest the response one level down.
    const body = isObject(response.response) ? response.response : response;
    // A blocked prompt has no candidates, only feedback.
    if (!isObject(body.promptFeedback) || body.candidates !== undefined) {
      requireAnswer(body, 'candidates', 'response.candidates', notes);
    }
  },
  bedrock(request, response, _type, notes) {
    requireString(request.modelId, 'request.modelId', notes);
    requireString(request.contentType, 'request.contentType', notes);
    requireString(request.accept, 'request.accept', notes);
    if (isObject(request.body)) {
      notes.warn('request.body', 'body_parsed', 'request.body was sent already parsed and is read as such.');
    } else requireString(request.body, 'request.body', notes);
    if (isText(response.body)) {
      notes.warn('response.body', 'body_text', 'response.body was sent as text and is read as JSON.');
    } else if (!isObject(response.body) && !isUpstreamError(response)) {
      notes.issue('response.body', 'required', 'response.body must be the parsed body of the answer.');
    }
  },
  cohere(request, response, type, notes) {
    const prompt = type === 'generate' ? 'request.message or request.prompt' : 'request.message';
    if (!isString(request.message) && !Array.isArray(request.messages) && !isString(request.prompt)) {
      notes.issue('request.message', 'required', `${prompt} must be a string.`);
    }
    if (type === 'generate') requireAnswer(response, 'generations', 'response.generations', notes);
    else if (!isString(response.text) && !isObject(response.message) && !isUpstreamError(response)) {
      notes.issue('response.text', 'required', 'response.text must be a string.');
    }
  },
  anthropic(request, response, _type, notes) {
    if (!Array.isArray(request.messages) && !isString(request.prompt)) {
      notes.issue('request.messages', 'required', 'request needs messages (an array) or prompt (a string).');
    }
    const answered = Array.isArray(response.content) || isString(response.completion);
    if (!answered && !isUpstreamError(response)) {
      notes.issue(
        'response.content',
        'required',
        'response needs content (an array) or completion (a string).',
      );
    }
  },
  openai(request, response, type, notes) {
    if (type === 'completion') {
      if (!isString(request.prompt) && !Array.isArray(request.prompt)) {
        notes.issue('request.prompt', 'required', 'request.prompt must be a string or an array.');
      }
    } else requireArray(request.messages, 'request.messages', notes);
    requireAnswer(response, 'choices', 'response.choices', notes);
  },
  mistral: messagesAndChoices,
  perplexity: messagesAndChoices,
  // Its shape is the client's own: kept raw where it is not understood.
  universal() {},
};

export function checkUpstreamFields(
  format: Format,
  type: string,
  request: JsonObject,
  response: JsonObject,
  notes: Notes,
): void {
  CHECKS[format](request, response, type, notes);
}

function messagesAndChoices(request: JsonObject, response: JsonObject, _type: string, notes: Notes): void {
  requireArray(request.messages, 'request.messages', notes);
  requireAnswer(response, 'choices', 'response.choices', notes);
}

/** An error body is a valid answer: people want to count those. */
function requireAnswer(response: JsonObject, field: string, path: string, notes: Notes): void {
  if (Array.isArray(response[field]) || isUpstreamError(response)) return;
  notes.issue(path, 'required', `${path} must be an array, not ${kindOf(response[field])}.`);
}

function isUpstreamError(response: JsonObject): boolean {
  if (response.error !== undefined && response.error !== null) return true;
  if (response.type === 'error' || response.object === 'error') return true;
  return isText(response.message) || response.detail !== undefined || isText(response.errorMessage);
}

function requireArray(value: unknown, path: string, notes: Notes): void {
  if (!Array.isArray(value)) notes.issue(path, 'required', `${path} must be an array, not ${kindOf(value)}.`);
}

function requireString(value: unknown, path: string, notes: Notes): void {
  if (isText(value)) return;
  const instead = value === '' ? 'empty' : kindOf(value);
  notes.issue(path, 'required', `${path} must be a string, not ${instead}.`);
}

/** A text of the conversation may well be empty: an answer that only calls tools, a turn that only has results. */
function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** A name may not. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
