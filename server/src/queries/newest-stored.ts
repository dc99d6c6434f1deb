/** Interactions in the order in which they were stored: the queries behind the live tail. */
import type { InteractionFilters, ListedInteraction } from '@parley/contract';
import { z } from 'zod';
import { listedFromRow } from '../record/from-row.ts';
import { BYTES_AT_HAND } from '../store/rows/content.ts';
import { LISTED_SELECT, ListedRow } from '../store/rows/listed-row.ts';
import type { Store } from '../store/store.ts';
import { type Apps, appCondition, conditions } from './filters.ts';
import { targetsOfInteraction, withScores } from './with-scores.ts';

/** `stored` is in milliseconds; `bytes` is what a list reads of the row. */
export const StoredKey = z.object({ id: z.string(), stored: z.number(), bytes: z.number() });
export type StoredKey = z.infer<typeof StoredKey>;

export type StoredSource = {
  /** Keys stored at `from` or later and behind `after`, in order; fewer than `limit` at the end. */
  keys: (apps: Apps, from: number, after: StoredKey | null, limit: number) => Promise<StoredKey[]>;
  /** Ids of matching interactions that were stored between two times, both inclusive. */
  fitting: (apps: Apps, filters: InteractionFilters, from: number, to: number) => Promise<Set<string>>;
  /** Listed records of a few keys, in any order. */
  records: (apps: Apps, keys: readonly StoredKey[]) => Promise<ListedInteraction[]>;
};

export function newestStored(store: Store): StoredSource {
  return {
    async keys(apps, from, after, limit) {
      const { where, params } = appCondition(apps);
      return store.query(
        StoredKey,
        `SELECT id, toUnixTimestamp64Milli(stored_at) AS stored, ${BYTES_AT_HAND} AS bytes
         FROM interactions
         WHERE ${where} AND stored_at >= fromUnixTimestamp64Milli({storedFrom:Int64})
           ${after ? 'AND (stored_at, id) > (fromUnixTimestamp64Milli({storedFrom:Int64}), {afterId:UUID})' : ''}
         ORDER BY stored_at, id
         LIMIT {keyLimit:UInt32}`,
        {
          ...params,
          storedFrom: after?.stored ?? from,
          keyLimit: limit,
          ...(after ? { afterId: after.id } : {}),
        },
      );
    },

    async fitting(apps, filters, from, to) {
      const { where, params } = conditions(apps, filters);
      const rows = await store.query(
        z.object({ id: z.string() }),
        `SELECT id FROM interactions WHERE ${where} AND ${STORED_BETWEEN}`,
        { ...params, storedFrom: from, storedTo: to },
      );
      return new Set(rows.map(({ id }) => id));
    },

    async records(apps, keys) {
      const { where, params } = appCondition(apps);
      const times = keys.map(({ stored }) => stored);
      const rows = await store.query(
        ListedRow,
        `SELECT ${LISTED_SELECT} FROM interactions
         WHERE ${where} AND ${STORED_BETWEEN} AND id IN {ids:Array(UUID)}`,
        {
          ...params,
          storedFrom: Math.min(...times),
          storedTo: Math.max(...times),
          ids: keys.map(({ id }) => id),
        },
      );
      return withScores(store, apps, rows.map(listedFromRow), targetsOfInteraction);
    },
  };
}

const STORED_BETWEEN =
  'stored_at >= fromUnixTimestamp64Milli({storedFrom:Int64}) AND stored_at <= fromUnixTimestamp64Milli({storedTo:Int64})';
