import type { UpstreamError } from '@parley/contract';
import type { Json } from '../format.ts';
import { jsonText } from './json-text.ts';
import { isObject, label, name, obj } from './read.ts';

/** Codes with which an upstream refuses a prompt for what it says, not for how it was sent. */
const FILTER_CODES: ReadonlySet<string> = new Set([
  'content_filter',
  'content_policy_violation',
  'ResponsibleAIPolicyViolation',
]);

/**
 * The error an upstream's body carries. Detected by the body: errors arrive with status 200 too.
 * `answered` says that the body has what an answer has; then only an explicit `error` counts, because a
 * `message` or `detail` beside an answer is no error.
 */
export function upstreamError(body: Json, answered: boolean): UpstreamError | null {
  const error = bodyError(body, answered);
  const status = errorStatusOf(body);
  if (status === null) return error;
  if (error === null) return answered ? null : { type: null, code: status, message: null };
  return { ...error, code: error.code ?? status };
}

/** The status that an error came with, which a client puts beside what the body says. */
function errorStatusOf({ httpStatus }: Json): string | null {
  return typeof httpStatus === 'number' && httpStatus >= 400 ? label(httpStatus) : null;
}

function bodyError(body: Json, answered: boolean): UpstreamError | null {
  const error = body.error;
  if (isObject(error)) return describe(error);
  const sentence = name(error);
  if (sentence !== null) return { type: null, code: label(body.code), message: sentence };
  if (answered) return null;
  const message = name(body.message) ?? name(body.Message);
  if (message !== null || body.object === 'error' || body.type === 'error') {
    return { type: errorType(body), code: label(body.code), message };
  }
  // FastAPI's shape, used by Mistral and Perplexity: a sentence, or a list of what is invalid.
  if (body.detail !== undefined && body.detail !== null) {
    return { type: null, code: null, message: name(body.detail) ?? jsonText(body.detail) };
  }
  return null;
}

/** The filter's code, when an error means that the prompt was blocked. */
export function filterCode(body: Json): string | null {
  const error = obj(body.error);
  for (const code of [error.code, obj(error.innererror).code, error.type]) {
    if (typeof code === 'string' && FILTER_CODES.has(code)) return code;
  }
  return null;
}

function describe(error: Json): UpstreamError {
  return {
    type: name(error.type) ?? name(error.status),
    code: label(error.code),
    message: name(error.message) ?? name(error.detail),
  };
}

/**
 * Cohere names the error in `error_type`, Bedrock the exception in `__type` ("prefix#Name"); an AWS
 * client's exception, logged as it was thrown, has it in `name`.
 */
function errorType(body: Json): string | null {
  const type = name(body.error_type) ?? name(body.__type) ?? name(body.name);
  if (type !== null) return type.slice(type.lastIndexOf('#') + 1) || type;
  return body.type === 'error' ? null : name(body.type);
}
