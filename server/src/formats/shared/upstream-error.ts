import type { UpstreamError } from '@parley/contract';
import type { Json } from '../format.ts';
import { jsonText } from './json-text.ts';
import { isObject, label, name, obj } from './read.ts';

/** Codes with which an upstream refuses a prompt because of its content. */
const FILTER_CODES: ReadonlySet<string> = new Set([
  'content_filter',
  'content_policy_violation',
  'ResponsibleAIPolicyViolation',
]);

/**
 * The error in an upstream's body. It is detected by the body, since errors also arrive with status 200.
 * `answered` says that the body contains an answer; then only an explicit `error` counts, because `message`
 * and `detail` have other meanings there.
 */
export function upstreamError(body: Json, answered: boolean): UpstreamError | null {
  const error = bodyError(body, answered);
  const status = errorStatusOf(body);
  if (status === null) return error;
  if (error === null) return answered ? null : { type: null, code: status, message: null };
  return { ...error, code: error.code ?? status };
}

/** The HTTP status of the error, which clients add to the body. */
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
  // FastAPI's shape, used by Mistral and Perplexity: a sentence, or a list of invalid fields.
  if (body.detail !== undefined && body.detail !== null) {
    return { type: null, code: null, message: name(body.detail) ?? jsonText(body.detail) };
  }
  return null;
}

/** The filter's code, when the error means that the prompt was blocked. */
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
 * Cohere has the error's name in `error_type`, Bedrock in `__type` ("prefix#Name"), and a logged exception of
 * an AWS client in `name`.
 */
function errorType(body: Json): string | null {
  const type = name(body.error_type) ?? name(body.__type) ?? name(body.name);
  if (type !== null) return type.slice(type.lastIndexOf('#') + 1) || type;
  return body.type === 'error' ? null : name(body.type);
}
