import { BY_ID } from '../store/by-id.ts';
import { INTERACTIONS, perShard, sql } from '../store/layout/sql.ts';
import { INTERACTION_SELECT, InteractionRow } from '../store/rows/interaction-row.ts';
import type { Store } from '../store/store.ts';
import { type Apps, appCondition } from './filters.ts';

/** The row of an interaction, raw bodies included; null when these applications have none with that id. */
export async function getInteraction(store: Store, apps: Apps, id: string): Promise<InteractionRow | null> {
  const { where, params } = appCondition(apps);
  const [row] = await store.query(
    InteractionRow,
    perShard(
      sql`SELECT ${INTERACTION_SELECT} FROM ${INTERACTIONS}
          WHERE ${where} AND ${BY_ID} LIMIT 1`,
    ),
    { ...params, id },
  );
  return row ?? null;
}
