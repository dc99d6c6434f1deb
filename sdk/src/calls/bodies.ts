/** The request and response of a call as Parley records them: the original bytes where they are JSON. */
import { joined } from '../bytes.ts';
import { notRecorded } from '../errors.ts';
import type { Answer } from './copy.ts';
import { readEventStream } from './event-stream.ts';
import { parsedObject } from './json.ts';
import type { Call } from './recognise.ts';

const STREAM_TYPES = /event-?stream|ndjson|stream\+json|jsonl/;
const AWS_STREAM = 'application/vnd.amazon.eventstream';
/** Maximum length of an error message from a body that is not JSON, such as a gateway's error page. */
const MAX_MESSAGE_LENGTH = 4000;

export function isStreamed({ headers }: Pick<Answer, 'headers'>, call: Call): boolean {
  return call.streamed === true || STREAM_TYPES.test(contentType(headers));
}

/** Null when the request body is not JSON, and therefore not a model call. */
export function requestOf(text: string, { model, invoke }: Call): string | null {
  const body = parsedObject(text);
  if (body === null) return null;
  if (model === undefined || (!invoke && body[model.member] !== undefined)) return text;
  const { member, name } = model;
  if (invoke) {
    const type = 'application/json';
    return JSON.stringify({ modelId: name, contentType: type, accept: type, body: text });
  }
  return withMember(text, member, name);
}

/** Inserts a first member into the text of a JSON object; the rest keeps its bytes. */
function withMember(text: string, member: string, value: unknown): string {
  const rest = text.trimStart().slice(1);
  return `{${JSON.stringify(member)}:${JSON.stringify(value)}${/^\s*\}/.test(rest) ? '' : ','}${rest}`;
}

export function responseOf(answer: Answer, call: Call): string {
  if (answer.bytes === null) throw notRecorded('too_large');
  const bytes = joined(answer.bytes);
  if (answer.failure !== null && bytes.length === 0) return failedResponse(answer.failure);
  if (contentType(answer.headers).startsWith(AWS_STREAM)) return awsStream(bytes, answer);
  const text = new TextDecoder().decode(bytes);
  if (isStreamed(answer, call) && answer.status < 400) return JSON.stringify({ stream: text });
  const body = parsedObject(text);
  if (body !== null) {
    const said = call.format === 'bedrock' ? bedrockBody(text, answer, call) : text;
    return answer.status < 400 || hasCode(body) ? said : withMember(said, 'httpStatus', answer.status);
  }
  if (answer.failure !== null) return failedResponse(answer.failure);
  if (answer.status < 400 || text.trimStart().startsWith('[')) return JSON.stringify({ stream: text });
  const message =
    text.slice(0, MAX_MESSAGE_LENGTH) || `The answer had the status ${answer.status}, and no body.`;
  return failure('http_error', String(answer.status), message);
}

/** Whether an error body has a code of its own. */
function hasCode({ code, error }: Record<string, unknown>): boolean {
  const inner = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return (code ?? inner ?? null) !== null;
}

/** The response for a call without an answer: the error that the caller received. */
export function failedResponse(error: unknown): string {
  const { name, message, cause } = error instanceof Error ? error : new Error(String(error));
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : null;
  return failure(name, code, message.replace(URL_PATTERN, '[address]'));
}

/** URLs are removed from messages, since they may contain a key. */
const URL_PATTERN = /\b[a-z][a-z\d+.-]*:\/\/\S+/gi;

function failure(type: string, code: string | null, message: string): string {
  return JSON.stringify({ error: { type, ...(code && { code }), message } });
}

function awsStream(bytes: Uint8Array, { headers }: Answer): string {
  return `{${requestIdMember(headers.get(REQUEST_ID))}"chunks":[${readEventStream(bytes).join(',')}]}`;
}

function bedrockBody(text: string, { status, headers }: Answer, { invoke }: Call): string {
  if (status >= 400) {
    const [type] = (headers.get('x-amzn-errortype') ?? '').split(':');
    return JSON.stringify({ __type: type || undefined, ...JSON.parse(text) });
  }
  if (!invoke) return text;
  return `{${requestIdMember(headers.get(REQUEST_ID))}"body":${text}}`;
}

const REQUEST_ID = 'x-amzn-requestid';

/** The request id as the first member of Bedrock's response, where there is one. */
export function requestIdMember(id: unknown): string {
  return typeof id === 'string' ? `"requestId":${JSON.stringify(id)},` : '';
}

function contentType(headers: Headers): string {
  return (headers.get('content-type') ?? '').toLowerCase();
}
