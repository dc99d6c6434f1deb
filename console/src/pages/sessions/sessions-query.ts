/** The query of the list of sessions, and of a session's neighbours in it. */
import type { Ask } from '../../api/call.ts';
import { isScore } from '../../state/score-filters.ts';
import { listQuery, type View } from '../../state/view.ts';
import type { Order } from '../../ui/sorted-list.tsx';

type Query = NonNullable<Ask<'GET /v1/sessions'>['query']>;
type OrderBy = NonNullable<Query['orderBy']>;
const ORDERS: readonly OrderBy[] = [
  'lastAt',
  'startedAt',
  'interactions',
  'totalTokens',
  'costUsd',
  'errors',
  'slowestMs',
];

/** The search of the list, and of sessions opened from it. */
export type SessionsSearch = View & { orderBy?: string; order?: Order; state?: 'current' | 'ended' };

export function sessionsQuery(
  appId: string,
  { orderBy, order = 'desc', state, ...view }: SessionsSearch,
): Query & { orderBy: OrderBy; order: Order } {
  return {
    ...listQuery(appId, view),
    orderBy: orderOf(orderBy),
    order,
    ...(state ? { state } : {}),
  };
}

function orderOf(name: string | undefined): OrderBy {
  if (name !== undefined && isScore(name)) return name;
  return ORDERS.find((one) => one === name) ?? 'lastAt';
}

/** The next or previous session in the list; without a list, by time among all sessions. */
export function neighbourQuery(
  appId: string,
  search: SessionsSearch,
  startingAfter: string,
  way: 'next' | 'previous',
): Query {
  const isListed = Object.keys(search).length > 0;
  const { order, ...query } = isListed
    ? sessionsQuery(appId, search)
    : { app: appId, orderBy: 'lastAt' as const, order: 'desc' as const };
  const reverse = order === 'desc' ? 'asc' : 'desc';
  return { ...query, order: way === 'next' ? order : reverse, startingAfter, limit: 1 };
}
