import type { Neighbours, NeighboursQuery } from '@parley/contract';
import { z } from 'zod';
import { BY_ID } from '../store/by-id.ts';
import { INTERACTIONS, perShard, sql } from '../store/layout/sql.ts';
import type { Store } from '../store/store.ts';
import { type Apps, appCondition, conditions } from './filters.ts';

const PLACE = '(fromUnixTimestamp64Milli({placeTime:Int64}), {placeId:UUID})';

/**
 * The interactions next to one in the list, newest first. Null when there is no such interaction; the interaction
 * itself need not match the filters.
 */
export async function getNeighbours(
  store: Store,
  apps: Apps,
  id: string,
  filters: NeighboursQuery,
): Promise<Neighbours | null> {
  const at = await timeOf(store, apps, id);
  if (at === null) return null;
  const { where, params } = conditions(apps, filters);
  const nearest = async (side: '<' | '>', direction: 'ASC' | 'DESC') => {
    const [row] = await store.query(
      z.object({ id: z.string() }),
      `SELECT id FROM interactions
       WHERE ${where} AND (requested_at, id) ${side} ${PLACE}
       ORDER BY requested_at ${direction}, id ${direction} LIMIT 1`,
      { ...params, placeTime: at, placeId: id },
    );
    return row?.id ?? null;
  };
  const [newerId, olderId] = await Promise.all([nearest('>', 'ASC'), nearest('<', 'DESC')]);
  return { newerId, olderId };
}

async function timeOf(store: Store, apps: Apps, id: string): Promise<number | null> {
  const { where, params } = appCondition(apps);
  const [row] = await store.query(
    z.object({ at: z.number() }),
    perShard(
      sql`SELECT toUnixTimestamp64Milli(requested_at) AS at FROM ${INTERACTIONS}
          WHERE ${where} AND ${BY_ID} LIMIT 1`,
    ),
    { ...params, id },
  );
  return row?.at ?? null;
}
