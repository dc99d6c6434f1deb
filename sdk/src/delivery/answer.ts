/**
 * Interprets the answer to a sent payload. A proxy, a login page or a firewall may answer in Parley's place,
 * so only answers that are recognisably Parley's count: a 200 that names the interaction, or a refusal with
 * Parley's error body and a code about the payload or its keys. After any other answer, the payload is
 * retried.
 */
import { type Details, ParleyError } from '../errors.ts';
import type { Receipt } from '../payload.ts';

export type PostAnswer = { status: number; text: string; retryAfter: string | null };

export type Verdict =
  | { kind: 'kept'; receipt: Receipt }
  | { kind: 'refused'; error: ParleyError }
  | { kind: 'later'; error: ParleyError; waitMs: number | null };

/** Error codes after which a retry of the same payload would be refused again. */
const REFUSALS = new Set([
  'invalid_json',
  'invalid_credentials',
  'payload_too_large',
  'unsupported_media_type',
  'invalid_payload',
]);
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function verdictOf({ status, text, retryAfter }: PostAnswer): Verdict {
  const said = parsed(text);
  if (status === 200 && said.status === 'ok' && isId(said.id)) {
    const { id, duplicate = false, warnings = [] } = said;
    return { kind: 'kept', receipt: { id, duplicate, warnings } };
  }
  const isParleys = said.status === 'error' && typeof said.code === 'string' && isId(said.requestId);
  if (!isParleys)
    return again({ status }, retryAfter, `${status}, and not as Parley does: ${foreign(status)}`);
  const issues = Array.isArray(said.issues) ? said.issues : [];
  const details = { status, reason: said.code, issues, requestId: said.requestId };
  const why = issues[0]?.message ?? said.message ?? said.code;
  if (status < 400 || status > 499 || !REFUSALS.has(said.code ?? ''))
    return again(details, retryAfter, `${status}: ${why}`);
  return { kind: 'refused', error: new ParleyError('refused', `Parley answered ${status}: ${why}`, details) };
}

function again(details: Details, retryAfter: string | null, what: string): Verdict {
  const error = new ParleyError('unreachable', `The answer was ${what} It is tried again.`, details);
  const seconds = Number(retryAfter ?? Number.NaN);
  return { kind: 'later', error, waitMs: Number.isFinite(seconds) ? seconds * 1000 : null };
}

function foreign(status: number): string {
  return status >= 300 && status < 400
    ? 'redirects are not followed. Give the address that it leads to.'
    : 'something else is at this address, or in between.';
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** The verdict when the request failed without an answer. */
export function noAnswer(cause: unknown): Verdict {
  const message = cause instanceof Error ? cause.message : String(cause);
  const error = new ParleyError('unreachable', `Parley did not answer: ${message}`, { cause });
  return { kind: 'later', error, waitMs: null };
}

type Said = Partial<
  Receipt &
    Pick<ParleyError, 'message'> & {
      status: string;
      code: string;
      requestId: string;
      issues: Receipt['warnings'];
    }
>;

function parsed(text: string): Said {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
