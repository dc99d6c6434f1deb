import { ERRORS, type ErrorBody, type ErrorCode, type Issue } from '@parley/contract';

export type ApiErrorDetails = {
  /** The message for the caller; defaults to the registry's. */
  message?: string;
  issues?: readonly Issue[];
  /** Seconds after which a retry makes sense. */
  retryAfter?: number;
  /** The methods an address supports, for 405. */
  allow?: string;
  /** The underlying error: logged, never sent to the caller. */
  reason?: string;
};

/** An expected error: thrown where it is detected, answered at the edge. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ApiErrorDetails;

  constructor(code: ErrorCode, details: ApiErrorDetails = {}) {
    super(details.message ?? ERRORS[code].message);
    this.code = code;
    this.status = ERRORS[code].status;
    this.details = details;
  }

  body(requestId: string): ErrorBody {
    return {
      status: 'error',
      code: this.code,
      message: this.message,
      issues: [...(this.details.issues ?? [])],
      requestId,
    };
  }
}
