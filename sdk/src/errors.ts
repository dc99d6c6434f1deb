import type { Issue } from './payload.ts';

/**
 * - `not_configured`: an address or a key is missing; nothing is recorded
 * - `unreachable`: Parley does not answer, or something else answers in its place; it is tried again
 * - `refused`: Parley does not want this exchange; `status`, `reason` and `issues` say why
 * - `dropped`: more waited than there is room for; the oldest are gone
 * - `not_recorded`: an exchange that could not be made into a payload; `reason` says why
 * - `spool`: the spool folder cannot be read or written
 */
export type ErrorCode = 'not_configured' | 'unreachable' | 'refused' | 'dropped' | 'not_recorded' | 'spool';

/**
 * Why an exchange is not recorded:
 * - `too_large`: more was answered than is kept
 * - `mask_threw`, `mask_is_async`: `mask` has thrown an exception, or returned a promise
 * - `mask_left_out`: `mask` returned `null`, which is no error
 * - `sample_threw`: `sample` has thrown an exception
 * - `invalid`: what `track` or `mask` gave is no exchange
 * - `not_heard`: the call could not be listened to
 * - `closed`: `close` was called before
 */
export type NotRecordedReason = keyof typeof NOT_RECORDED;

const NOT_RECORDED = {
  too_large: 'its answer is too large to be kept.',
  mask_threw: '"mask" has thrown an exception.',
  mask_is_async: '"mask" has returned a promise. It must not be async.',
  mask_left_out: '"mask" has left it out.',
  sample_threw: '"sample" has thrown an exception.',
  invalid: 'it is no request and response that can be written as JSON.',
  not_heard: 'it could not be listened to.',
  closed: '"close" was called before.',
};

export function notRecorded(reason: NotRecordedReason, cause?: unknown): ParleyError {
  const message = `An exchange could not be recorded: ${NOT_RECORDED[reason]}`;
  return new ParleyError('not_recorded', message, { reason, cause });
}

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
  /** Of a refusal Parley's own code, such as `invalid_payload`; of what is not recorded a `NotRecordedReason`. */
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
