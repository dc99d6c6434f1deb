import { perShard } from '../store/layout/wording.ts';
import { INTERACTION_SELECT, InteractionRow } from '../store/rows/interaction-row.ts';
import type { Store } from '../store/store.ts';
import { type Apps, appCondition, byId } from './filters.ts';

/** One interaction of some applications as the store has it, raw bytes included; null when it has none. */
export async function getInteraction(store: Store, apps: Apps, id: string): Promise<InteractionRow | null> {
  const { where, params } = appCondition(apps);
  const [row] = await store.query(
    InteractionRow,
    (wording) =>
      perShard(
        wording,
        (interactions) => `SELECT ${INTERACTION_SELECT} FROM ${interactions}
          WHERE ${where} AND ${byId(interactions)} LIMIT 1`,
      ),
    { ...params, id },
  );
  return row ?? null;
}
