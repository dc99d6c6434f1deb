import type { Issue } from './payload.ts';

/**
 * - `not_configured`: an address or a key is missing; nothing is recorded
 * - `unreachable`: Parley does not answer, or something else answers in its place; it is tried again
 * - `refused`: Parley does not want this exchange; `status`, `reason` and `issues` say why
 * - `dropped`: more waited than there is room for; the oldest are gone
 * - `not_recorded`: an exchange that could not be made into a payload
 * - `spool`: the spool folder cannot be read or written
 */
export type ErrorCode = 'not_configured' | 'unreachable' | 'refused' | 'dropped' | 'not_recorded' | 'spool';

export type Details = {
  status?: number | undefined;
  reason?: string | undefined;
  issues?: Issue[] | undefined;
  requestId?: string | undefined;
  count?: number | undefined;
  cause?: unknown;
};

/** Everything that can go wrong between your program and Parley. It carries no keys and no contents. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError';
  readonly code: ErrorCode;
  /** Of the answer. */
  readonly status: number | null;
  /** Parley's own code, such as `invalid_credentials` or `invalid_payload`. */
  readonly reason: string | null;
  readonly issues: readonly Issue[];
  /** Found again in the log of the server. */
  readonly requestId: string | null;
  /** How many exchanges it is about. */
  readonly count: number;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status ?? null;
    this.reason = details.reason ?? null;
    this.issues = details.issues ?? [];
    this.requestId = details.requestId ?? null;
    this.count = details.count ?? 1;
  }
}
