import { ERRORS, type ErrorBody, type ErrorCode, type Issue } from '@parley/contract';

export type ApiErrorDetails = {
  /** One sentence for the caller; the registry's own when absent. */
  message?: string;
  issues?: readonly Issue[];
  /** Seconds after which trying again makes sense. */
  retryAfter?: number;
  /** The methods an address takes, for 405. */
  allow?: string;
  /** What lies behind it: for the log, never for the caller. */
  reason?: string;
};

/** An expected refusal: thrown where it is found, answered at the edge. */
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
