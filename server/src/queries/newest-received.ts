/** What came in, in order of receipt: the questions behind the live tail. */
import type { InteractionFilters, ListedInteraction } from '@parley/contract';
import { z } from 'zod';
import { listedFromRow } from '../record/from-row.ts';
import { BYTES_AT_HAND } from '../store/content.ts';
import { LISTED_SELECT, ListedRow } from '../store/listed-row.ts';
import type { Store } from '../store/store.ts';
import { type Apps, appCondition, conditions } from './filters.ts';

/** `received` in milliseconds; `bytes` is what a list reads of the row. */
export const ReceivedKey = z.object({ id: z.string(), received: z.number(), bytes: z.number() });
export type ReceivedKey = z.infer<typeof ReceivedKey>;

export type ReceivedSource = {
  /** What was received at `from` or later, in order of receipt and behind `after`: fewer than `limit` at the end. */
  keys: (apps: Apps, from: number, after: ReceivedKey | null, limit: number) => Promise<ReceivedKey[]>;
  /** Which of what was received between two times, both included, fit the filters. */
  fitting: (apps: Apps, filters: InteractionFilters, from: number, to: number) => Promise<Set<string>>;
  /** The records of a few keys, as lists have them, in any order. */
  records: (apps: Apps, keys: readonly ReceivedKey[]) => Promise<ListedInteraction[]>;
};

export function newestReceived(store: Store): ReceivedSource {
  return {
    async keys(apps, from, after, limit) {
      const { where, params } = appCondition(apps);
      return store.query(
        ReceivedKey,
        `SELECT id, toUnixTimestamp64Milli(received_at) AS received, ${BYTES_AT_HAND} AS bytes
         FROM interactions
         WHERE ${where} AND received_at >= fromUnixTimestamp64Milli({receivedFrom:Int64})
           ${after ? 'AND (received_at, id) > (fromUnixTimestamp64Milli({receivedFrom:Int64}), {afterId:UUID})' : ''}
         ORDER BY received_at, id
         LIMIT {keyLimit:UInt32}`,
        {
          ...params,
          receivedFrom: after?.received ?? from,
          keyLimit: limit,
          ...(after ? { afterId: after.id } : {}),
        },
      );
    },

    async fitting(apps, filters, from, to) {
      const { where, params } = conditions(apps, filters);
      const rows = await store.query(
        z.object({ id: z.string() }),
        `SELECT id FROM interactions WHERE ${where} AND ${RECEIVED_BETWEEN}`,
        { ...params, receivedFrom: from, receivedTo: to },
      );
      return new Set(rows.map(({ id }) => id));
    },

    async records(apps, keys) {
      const { where, params } = appCondition(apps);
      const times = keys.map(({ received }) => received);
      const rows = await store.query(
        ListedRow,
        `SELECT ${LISTED_SELECT} FROM interactions
         WHERE ${where} AND ${RECEIVED_BETWEEN} AND id IN {ids:Array(UUID)}`,
        {
          ...params,
          receivedFrom: Math.min(...times),
          receivedTo: Math.max(...times),
          ids: keys.map(({ id }) => id),
        },
      );
      return rows.map(listedFromRow);
    },
  };
}

const RECEIVED_BETWEEN =
  'received_at >= fromUnixTimestamp64Milli({receivedFrom:Int64}) AND received_at <= fromUnixTimestamp64Milli({receivedTo:Int64})';
