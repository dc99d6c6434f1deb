/** Which questions of a page are asked again by themselves. */
import type { Query } from '@tanstack/react-query';
import { Refusal } from '../api/call.ts';

type Asked = {
  state: Pick<Query['state'], 'status' | 'data' | 'error' | 'errorUpdateCount' | 'fetchStatus'>;
};

/** How often a question is given up before it waits for somebody to press a button. */
const MOST_TRIES = 3;

/** The store is up and was too busy for it; it may not be any more. */
export function wasOnlySlow(query: Asked): boolean {
  const { error, errorUpdateCount, fetchStatus } = query.state;
  const isTimeout = error instanceof Refusal && error.code === 'timeout';
  return hasFailed(query) && isTimeout && fetchStatus === 'idle' && errorUpdateCount < MOST_TRIES;
}

/** A long list would be asked for page by page; it goes on where the reader does. */
export function hasFailed({ state: { status, data } }: Asked): boolean {
  const isList = typeof data === 'object' && data !== null && 'pages' in data;
  return status === 'error' && !isList;
}
