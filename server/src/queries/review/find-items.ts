import type { QueueFilters, ReviewUnit } from '@parley/contract';
import { z } from 'zod';
import type { Store } from '../../store/store.ts';
import { conditions } from '../filters.ts';
import { findSessions } from '../find-sessions.ts';

export type QueueSearch = {
  app: string;
  unit: ReviewUnit;
  filters: QueueFilters;
  from: number | null;
  to: number | null;
  order: 'asc' | 'desc';
  limit: number;
};

const Row = z.object({ id: z.string(), at: z.number() });

/** The items of a review queue, in its order: what to show, what scores name, and the time. */
export async function findItems(
  store: Store,
  { app, unit, filters, from, to, order, limit }: QueueSearch,
): Promise<{ target: string; scored: string; at: number }[]> {
  const fitting = { ...filters, ...(from === null ? {} : { from }), ...(to === null ? {} : { to }) };
  if (unit === 'session') {
    const search = { filters: fitting, orderBy: 'lastAt', order, state: undefined, limit, now: 0 } as const;
    const sessions = await findSessions(store, [app], search);
    return sessions
      .slice(0, limit)
      .map(({ first_id, session, last }) => ({ target: first_id, scored: session, at: last }));
  }
  const { where, params } = conditions([app], fitting);
  const by = order === 'asc' ? 'requested_at ASC, id ASC' : 'requested_at DESC, id DESC';
  const rows = await store.query(
    Row,
    `SELECT id, toUnixTimestamp64Milli(requested_at) AS at
     FROM interactions
     WHERE ${where}
     ORDER BY ${by}
     LIMIT {limit:UInt32}`,
    { ...params, limit },
  );
  return rows.map(({ id, at }) => ({ target: id, scored: id, at }));
}
