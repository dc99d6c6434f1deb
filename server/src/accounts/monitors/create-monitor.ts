import type { NewMonitorBody } from '@parley/contract';
import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { newId } from '../secrets.ts';
import { checkMayManage, checkMonitorCount } from './rules.ts';
import { setChannels } from './set-channels.ts';

/** Returns the monitor's id. It is judged for the first time within moments. */
export async function createMonitor(
  db: Kysely<Tables>,
  personId: string,
  body: NewMonitorBody,
): Promise<string> {
  return change(db, async (tx) => {
    await checkMayManage(tx, personId, body.app);
    return insertMonitor(tx, personId, body);
  });
}

/** By nobody in particular from the command line. */
export async function insertMonitor(
  db: Kysely<Tables>,
  personId: string | null,
  { app: appId, name, notify, mutedUntil, enabled, ...definition }: NewMonitorBody,
): Promise<string> {
  return change(db, async (tx) => {
    await checkMonitorCount(tx, appId);
    const id = newId('mon');
    const now = Date.now();
    await tx
      .insertInto('monitor')
      .values({
        id,
        app_id: appId,
        name,
        definition: JSON.stringify(definition),
        created_by: personId,
        created_at: now,
        updated_by: personId,
        updated_at: now,
        muted_until: mutedUntil,
        enabled: Number(enabled),
        next_at: now,
      })
      .execute();
    await setChannels(tx, { monitorId: id, appId, notify });
    return id;
  });
}
