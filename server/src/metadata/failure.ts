import { diskError } from '../base/disk-error.ts';
import { ApiError } from '../base/errors.ts';

/** The database of the metadata did not do what it was asked, and may do it in a moment. */
export class MetadataAway extends Error {}

/** What PostgreSQL and the network say when it is not there, is ending or has no room; or two were in each other's way. */
const CODES =
  /^(08...|57P0[1-5]|57014|53...|55P03|40001|40P01|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NOTFOUND|AI_AGAIN))$/;
/** What its driver says. */
const MESSAGES =
  /^(Connection terminated|Query read timeout|timeout exceeded|timeout expired|Client has encountered)/i;

/** What SQLite says when somebody else writes for too long. */
const BUSY = new Set([5, 6]);

/** The same error, under that name if it is one of these. */
export function asMetadataError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('errcode' in error) {
    const isBusy = typeof error.errcode === 'number' && BUSY.has(error.errcode & 0xff);
    const trouble = isBusy ? error.message : diskError(error);
    return trouble === null ? error : new MetadataAway(trouble, { cause: error });
  }
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const code = first instanceof Error && 'code' in first ? String(first.code) : '';
  if (!CODES.test(code) && !MESSAGES.test(error.message)) return error;
  return new MetadataAway(error.message, { cause: error });
}

/** The answer for whoever needs them meanwhile; null when the error is another one. */
export function metadataRefusal(error: unknown): ApiError | null {
  if (!(error instanceof MetadataAway)) return null;
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
