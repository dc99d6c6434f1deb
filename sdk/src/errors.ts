import type { Issue } from './payload.ts';

/**
 * - `not_configured`: the URL or a key is missing; nothing is recorded
 * - `unreachable`: Parley does not answer, or something else answers in its place; the exchange is retried
 * - `refused`: Parley rejected the exchange; `status`, `reason` and `issues` say why
 * - `dropped`: the queue was full and dropped its oldest exchanges
 * - `not_recorded`: an exchange could not be turned into a payload; `reason` says why
 * - `spool`: the spool folder cannot be read or written
 */
export type ErrorCode = 'not_configured' | 'unreachable' | 'refused' | 'dropped' | 'not_recorded' | 'spool';

/**
 * Why an exchange is not recorded:
 * - `too_large`: the response exceeds the size limit
 * - `mask_threw`, `mask_is_async`: `mask` threw an exception or returned a promise
 * - `mask_left_out`: `mask` returned `null`; not an error
 * - `sample_threw`: `sample` threw an exception
 * - `invalid`: `track` received, or `mask` returned, something that is not an exchange
 * - `not_heard`: the call could not be observed
 * - `closed`: `close` was called before
 */
export type NotRecordedReason = keyof typeof NOT_RECORDED;

const NOT_RECORDED = {
  too_large: 'the response is too large.',
  mask_threw: '"mask" threw an exception.',
  mask_is_async: '"mask" returned a promise. It must not be async.',
  mask_left_out: '"mask" returned null.',
  sample_threw: '"sample" threw an exception.',
  invalid: 'its request or response cannot be written as JSON.',
  not_heard: 'the call could not be observed.',
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

/** An error between your program and Parley. It contains neither keys nor content. */
export class ParleyError extends Error {
  override readonly name = 'ParleyError';
  readonly code: ErrorCode;
  /** HTTP status of Parley's answer. */
  readonly status: number | null;
  /**
   * Parley's error code for a refusal, such as `invalid_payload`; a `NotRecordedReason` for `not_recorded`.
   */
  readonly reason: string | null;
  readonly issues: readonly Issue[];
  /** The request id in the server's log. */
  readonly requestId: string | null;
  /** Number of exchanges that the error concerns. */
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
