/** The history of a monitor: every change of a state, with the figure that caused it. */
import { MAX_CHANGES } from '@parley/contract';
import type { Kysely, Selectable } from 'kysely';
import type { MonitorChangeTable, Tables } from '../../metadata/tables.ts';
import type { Change } from '../../monitors/rules/group-state.ts';
import { newId } from '../secrets.ts';

/** The newest first. */
export async function readHistory(
  db: Kysely<Tables>,
  { monitorId, before, limit }: { monitorId: string; before?: number | undefined; limit: number },
): Promise<Selectable<MonitorChangeTable>[]> {
  return db
    .selectFrom('monitor_change')
    .selectAll()
    .where('monitor_id', '=', monitorId)
    .$if(before !== undefined, (query) => query.where('at', '<', before ?? 0))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** A step of a period that is already there is not noted again. */
export async function noteChanges(
  tx: Kysely<Tables>,
  { id, revision, at }: { id: string; revision: number; at: number },
  changes: readonly Change[],
): Promise<void> {
  for (const { group, from, to, ...change } of changes)
    await tx
      .insertInto('monitor_change')
      .values({
        ...{ id: newId('change'), monitor_id: id, revision, group_value: group, at },
        ...{ from_state: from, to_state: to, ...change },
      })
      .onConflict((conflict) =>
        conflict.columns(['monitor_id', 'revision', 'group_value', 'period', 'step']).doNothing(),
      )
      .execute();
  if (changes.length > 0) await trim(tx, id);
}

async function trim(tx: Kysely<Tables>, monitorId: string): Promise<void> {
  const oldest = await tx
    .selectFrom('monitor_change')
    .select('at')
    .where('monitor_id', '=', monitorId)
    .orderBy('at', 'desc')
    .offset(MAX_CHANGES)
    .limit(1)
    .executeTakeFirst();
  if (oldest)
    await tx
      .deleteFrom('monitor_change')
      .where('monitor_id', '=', monitorId)
      .where('at', '<=', oldest.at)
      .execute();
}
