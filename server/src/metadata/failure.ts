import { diskError } from '../base/disk-error.ts';
import { ApiError } from '../base/errors.ts';

/** The metadata database failed in a way that may pass; the operation can be retried. */
export class MetadataUnavailable extends Error {}

/**
 * PostgreSQL and network errors that may pass: unreachable, shutting down, out of resources, or a conflict.
 */
const TRANSIENT_CODES =
  /^(08...|57P0[1-5]|57014|53...|55P03|40001|40P01|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NOTFOUND|AI_AGAIN))$/;
/** Messages of the PostgreSQL driver for the same. */
const TRANSIENT_MESSAGES =
  /^(Connection terminated|Query read timeout|timeout exceeded|timeout expired|Client has encountered)/i;

/** SQLite's error codes for a lock held too long. */
const BUSY_CODES = new Set([5, 6]);

/** Wraps the error in `MetadataUnavailable` if it may pass; returns any other unchanged. */
export function asMetadataError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('errcode' in error) {
    const isBusy = typeof error.errcode === 'number' && BUSY_CODES.has(error.errcode & 0xff);
    const trouble = isBusy ? error.message : diskError(error);
    return trouble === null ? error : new MetadataUnavailable(trouble, { cause: error });
  }
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const code = first instanceof Error && 'code' in first ? String(first.code) : '';
  if (!TRANSIENT_CODES.test(code) && !TRANSIENT_MESSAGES.test(error.message)) return error;
  return new MetadataUnavailable(error.message, { cause: error });
}

/** The API error for a `MetadataUnavailable`; null for any other error. */
export function metadataRefusal(error: unknown): ApiError | null {
  if (!(error instanceof MetadataUnavailable)) return null;
  if (diskError(error.cause) !== null)
    return new ApiError('unavailable', {
      message:
        'Accounts and settings cannot be changed right now: their disk is full or takes no writes. Nothing was changed; try again later.',
      retryAfter: 10,
      reason: error.message,
    });
  return new ApiError('unavailable', {
    message: 'The database of accounts and settings is not responding right now.',
    retryAfter: 2,
  });
}
