import { ClickHouseError } from '@clickhouse/client';
import { ApiError } from '../base/errors.ts';
import { UnusableCluster } from './layout/detect-layout.ts';

/** Errors of the engine for a query over its limits, as opposed to a defect. */
const TOO_LARGE = 'TOO_MANY_ROWS_OR_BYTES';
const CUT_OFF = new Set(['TIMEOUT_EXCEEDED', 'MEMORY_LIMIT_EXCEEDED', TOO_LARGE]);
/** In seconds; long enough for clients that retry unchanged. */
const CUT_OFF_RETRY_AFTER = 30;
/** Errors before the first migration has run. */
const NOT_YET = new Set(['UNKNOWN_TABLE', 'UNKNOWN_DATABASE']);
/** Errors of a cluster without one of its nodes or Keeper: results would be incomplete. */
const INCOMPLETE = new Set([
  'ALL_CONNECTION_TRIES_FAILED',
  'ALL_REPLICAS_ARE_STALE',
  'ALL_REPLICAS_LOST',
  'KEEPER_EXCEPTION',
  'NETWORK_ERROR',
  'NO_REMOTE_SHARD_AVAILABLE',
  'SOCKET_TIMEOUT',
]);
const UNREACHABLE = new Set([
  'ENOENT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** The API error when the store is unreachable or cut a query off; null for other errors. */
export function storeRefusal(error: unknown): ApiError | null {
  if (error instanceof ClickHouseError) {
    if (NOT_YET.has(error.type ?? '')) {
      return new ApiError('unavailable', { message: 'The store is still starting.', retryAfter: 2 });
    }
    if (INCOMPLETE.has(error.type ?? '')) return away(error);
    if (!CUT_OFF.has(error.type ?? '')) return null;
    return new ApiError('unavailable', {
      message:
        error.type === TOO_LARGE
          ? 'The answer is too large: ask for a shorter range, or for less at a time.'
          : 'The question took too much time or memory: narrow it.',
      retryAfter: CUT_OFF_RETRY_AFTER,
      reason: error.message,
    });
  }
  if (!(error instanceof Error)) return null;
  if (error instanceof UnusableCluster)
    return new ApiError('unavailable', { message: "The store is not set up right: see the server's log." });
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (!UNREACHABLE.has(code) && !/socket hang up|timeout|aborted/i.test(error.message)) return null;
  return away(error);
}

function away({ message, cause }: Error): ApiError {
  return new ApiError('unavailable', {
    message: 'The store does not answer right now.',
    retryAfter: 2,
    reason: cause === undefined ? message : `${message} (${cause})`,
  });
}
