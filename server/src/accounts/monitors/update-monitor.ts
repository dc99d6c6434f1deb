import { isDeepStrictEqual } from 'node:util';
import type { MonitorChanges, MonitorDefinition } from '@parley/contract';
import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { endIncidents } from './end-incidents.ts';
import type { Sending } from './queue-messages.ts';
import { changeableMonitor, checkDefinition } from './rules.ts';
import { setChannels } from './set-channels.ts';
import type { StoredMonitor } from './stored-monitor.ts';

/**
 * Returns the monitor before and after. One that judges something else starts anew: its states are forgotten, and what
 * was reached by the earlier definition can be reached again.
 */
export async function updateMonitor(
  db: Kysely<Tables>,
  { id, personId, sending }: { id: string; personId: string; sending: Sending },
  changes: MonitorChanges,
): Promise<{ before: StoredMonitor; after: StoredMonitor }> {
  return change(db, async (tx) => {
    const before = await changeableMonitor(tx, { id, personId });
    await changeMonitor(tx, before, { personId, sending }, changes);
    return { before, after: await changeableMonitor(tx, { id, personId }) };
  });
}

/** By nobody in particular from the command line. */
export async function changeMonitor(
  db: Kysely<Tables>,
  before: StoredMonitor,
  { personId, sending }: { personId: string | null; sending: Sending },
  { name, notify, mutedUntil, enabled, ...changes }: MonitorChanges,
): Promise<void> {
  const { id } = before;
  await change(db, async (tx) => {
    const definition: MonitorDefinition = { ...before.definition, ...defined(changes) };
    checkDefinition(definition);
    const isOther = !isDeepStrictEqual(plain(definition), plain(before.definition));
    const isSwitched = enabled !== undefined && enabled !== before.enabled;
    if (isOther || (isSwitched && !enabled))
      await endIncidents(
        tx,
        before,
        isOther ? 'The monitor was changed.' : 'The monitor was switched off.',
        sending,
      );
    await tx
      .updateTable('monitor')
      .set({
        name: name ?? before.name,
        definition: JSON.stringify(definition),
        muted_until: mutedUntil === undefined ? before.mutedUntil : mutedUntil,
        enabled: Number(enabled ?? before.enabled),
        updated_by: personId,
        updated_at: sending.now,
        revision: before.revision + Number(isOther),
        ...(isOther || isSwitched ? { ...STARTING, next_at: sending.now } : {}),
      })
      .where('id', '=', id)
      .execute();
    if (notify) await setChannels(tx, { monitorId: id, appId: before.app, notify });
  });
}

/** What is known of a monitor that was not judged yet. */
const STARTING = {
  judged_at: null,
  waiting_since: null,
  waiting_why: null,
  failures: 0,
  failing_since: null,
  failing_why: null,
  groups_cut: 0,
};

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function defined<T extends object>(changes: T): Defined<T> {
  // Only entries without a value are left out.
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Defined<T>;
}

/** As it is read from the table. */
function plain(definition: MonitorDefinition): unknown {
  return JSON.parse(JSON.stringify(definition));
}
