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
  | { kind: 'accepted'; receipt: Receipt }
  | { kind: 'refused'; error: ParleyError }
  | { kind: 'retry'; error: ParleyError; waitMs: number | null };

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
  const body = parsed(text);
  const id = body.id ?? body.ids?.[0];
  if (status === 200 && body.status === 'ok' && isId(id)) {
    const { duplicate = false, warnings = [] } = body;
    return { kind: 'accepted', receipt: { id, duplicate, warnings } };
  }
  const isParleys = body.status === 'error' && typeof body.code === 'string' && isId(body.requestId);
  if (!isParleys) return retry({ status }, retryAfter, `Unexpected answer ${status}: ${likelyCause(status)}`);
  const issues = Array.isArray(body.issues) ? body.issues : [];
  const details = { status, reason: body.code, issues, requestId: body.requestId };
  const why = issues[0]?.message ?? body.message ?? body.code;
  if (status < 400 || status > 499 || !REFUSALS.has(body.code ?? ''))
    return retry(details, retryAfter, `Parley answered ${status}: ${why}`);
  return { kind: 'refused', error: new ParleyError('refused', `Parley answered ${status}: ${why}`, details) };
}

function retry(details: Details, retryAfter: string | null, what: string): Verdict {
  const error = new ParleyError('unreachable', `${what} Retrying.`, details);
  const seconds = Number(retryAfter ?? Number.NaN);
  return { kind: 'retry', error, waitMs: Number.isFinite(seconds) ? seconds * 1000 : null };
}

function likelyCause(status: number): string {
  return status >= 300 && status < 400
    ? 'redirects are not followed. Use the address that it leads to.'
    : 'it is from another server or a proxy, not from Parley.';
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** The verdict when the request failed without an answer. */
export function noAnswer(cause: unknown): Verdict {
  const message = cause instanceof Error ? cause.message : String(cause);
  const error = new ParleyError('unreachable', `Parley did not answer: ${message}`, { cause });
  return { kind: 'retry', error, waitMs: null };
}

type Body = Partial<
  Receipt &
    Pick<ParleyError, 'message'> & {
      status: string;
      /** Of scores. */
      ids: string[];
      code: string;
      requestId: string;
      issues: Receipt['warnings'];
    }
>;

function parsed(text: string): Body {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
