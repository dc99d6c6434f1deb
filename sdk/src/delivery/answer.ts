/** What an answer of Parley means for the payload that it was given for. */
import { ParleyError } from '../errors.ts';
import type { Receipt } from '../payload.ts';

export type PostAnswer = { status: number; text: string; retryAfter: string | null };

export type Verdict =
  | { kind: 'kept'; receipt: Receipt }
  | { kind: 'refused'; error: ParleyError }
  | { kind: 'later'; error: ParleyError; waitMs: number | null };

export function verdictOf({ status, text, retryAfter }: PostAnswer): Verdict {
  const said = parsed(text);
  if (status === 200 && said.status === 'ok' && said.id) {
    const { id, duplicate = false, warnings = [] } = said;
    return { kind: 'kept', receipt: { id, duplicate, warnings } };
  }
  const issues = Array.isArray(said.issues) ? said.issues : [];
  const details = { status, reason: said.code, issues, requestId: said.requestId };
  if (status === 408 || status === 429 || status >= 500 || status === 200) {
    const what = status === 200 ? 'something that is not its own' : `with the status ${status}`;
    const error = new ParleyError('unreachable', `Parley answered ${what}; it will be tried again.`, details);
    const seconds = Number(retryAfter ?? Number.NaN);
    return { kind: 'later', error, waitMs: Number.isFinite(seconds) ? seconds * 1000 : null };
  }
  const [issue] = issues;
  const reason = issue?.message ?? said.message ?? 'Is this the address of Parley?';
  return {
    kind: 'refused',
    error: new ParleyError('refused', `Parley answered ${status}: ${reason}`, details),
  };
}

/** There was no answer. */
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
