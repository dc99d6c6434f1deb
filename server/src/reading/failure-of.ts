import { ApiError } from '../base/errors.ts';
import { metadataRefusal } from '../metadata/failure.ts';
import { storeRefusal } from '../store/failure.ts';
import type { Failure } from './failure.ts';

/** The failure that a reading thread reports for an error. */
export function failureOf(error: unknown): Failure {
  const refused = refusalOf(error);
  if (refused) return { kind: 'refused', code: refused.code, details: refused.details };
  if (error instanceof Error) return { kind: 'unexpected', message: error.message, stack: error.stack };
  return { kind: 'unexpected', message: String(error), stack: undefined };
}

/** The API error of an expected failure; null for an unexpected one. */
function refusalOf(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  if (isTooLong(error)) {
    return new ApiError('unavailable', {
      message: 'The answer is too large: ask for a shorter range, or for less at a time.',
      retryAfter: 30,
    });
  }
  return metadataRefusal(error) ?? storeRefusal(error);
}

/** Whether a string exceeded the maximum length of the runtime. */
function isTooLong(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.message === 'Invalid string length' || ('code' in error && error.code === 'ERR_STRING_TOO_LONG')
  );
}
