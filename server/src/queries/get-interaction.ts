import { INTERACTION_SELECT, InteractionRow } from '../store/interaction-row.ts';
import type { Store } from '../store/store.ts';

/** One interaction of an application as the store has it, raw bytes included; null when it has none. */
export async function getInteraction(
  store: Store,
  appId: string,
  id: string,
): Promise<InteractionRow | null> {
  const [row] = await store.query(
    InteractionRow,
    `SELECT ${INTERACTION_SELECT} FROM interactions
     WHERE app_id = {appId:String} AND id = {id:UUID} LIMIT 1`,
    { appId, id },
  );
  return row ?? null;
}
