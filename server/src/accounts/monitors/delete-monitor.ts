import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { endIncidents } from './end-incidents.ts';
import type { Sending } from './queue-messages.ts';
import { changeableMonitor } from './rules.ts';
import type { StoredMonitor } from './stored-monitor.ts';

/** Its states and history go with it; messages on their way are still sent. */
export async function deleteMonitor(
  db: Kysely<Tables>,
  { id, personId, sending }: { id: string; personId: string; sending: Sending },
): Promise<StoredMonitor> {
  return change(db, async (tx) => {
    const monitor = await changeableMonitor(tx, { id, personId });
    await removeMonitor(tx, monitor, sending);
    return monitor;
  });
}

export async function removeMonitor(
  db: Kysely<Tables>,
  monitor: StoredMonitor,
  sending: Sending,
): Promise<void> {
  await change(db, async (tx) => {
    await endIncidents(tx, monitor, 'The monitor was deleted.', sending);
    await tx.deleteFrom('monitor').where('id', '=', monitor.id).execute();
  });
}
