/** Which failed queries of a page are retried automatically. */
import type { Query } from '@tanstack/react-query';
import { Refusal } from '../api/call.ts';

type Asked = {
  state: Pick<Query['state'], 'status' | 'data' | 'error' | 'errorUpdateCount' | 'fetchStatus'>;
};

/** Maximum number of automatic retries; afterwards the reader retries by a button. */
const MAX_RETRIES = 3;

/** The store is up but was too busy; it may be free now. */
export function wasOnlySlow(query: Asked): boolean {
  const { error, errorUpdateCount, fetchStatus } = query.state;
  const isTimeout = error instanceof Refusal && error.code === 'timeout';
  return hasFailed(query) && isTimeout && fetchStatus === 'idle' && errorUpdateCount < MAX_RETRIES;
}

/** Long lists are not refetched: that would load all of their pages. */
export function hasFailed({ state: { status, data } }: Asked): boolean {
  const isList = typeof data === 'object' && data !== null && 'pages' in data;
  return status === 'error' && !isList;
}
