/** Errors as messages from a reading thread: API errors keep code and details, others their stack for the log. */
import type { ErrorCode } from '@parley/contract';
import { ApiError, type ApiErrorDetails } from '../base/errors.ts';

export type Failure =
  | { kind: 'refused'; code: ErrorCode; details: ApiErrorDetails }
  | { kind: 'unexpected'; message: string; stack: string | undefined };

export function errorOf(failure: Failure): Error {
  if (failure.kind === 'refused') return new ApiError(failure.code, failure.details);
  const error = new Error(failure.message);
  if (failure.stack !== undefined) error.stack = failure.stack;
  return error;
}
