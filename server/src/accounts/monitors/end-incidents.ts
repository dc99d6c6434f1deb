import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { thresholdOf } from '../../monitors/rules/judge.ts';
import { readStates } from './group-states.ts';
import { queueMessages, type Sending } from './queue-messages.ts';
import type { StoredMonitor } from './stored-monitor.ts';

/**
 * Forgets the states of a monitor that is changed, switched off or deleted. Who was told that it fires is told that this
 * is over, so that no incident stays open.
 */
export async function endIncidents(
  tx: Kysely<Tables>,
  monitor: StoredMonitor,
  reason: string,
  sending: Sending,
): Promise<void> {
  const { id, definition } = monitor;
  const states = (await readStates(tx, [id])).get(id) ?? new Map();
  const told = [...states].filter(([, state]) => state.told > 0);
  await queueMessages(
    tx,
    monitor,
    told.map(([group, { value, step, pendingSince, period }]) => ({
      ...{ type: 'monitor.recovered', group, state: 'ok', value, step, forecast: null, again: false, reason },
      threshold: thresholdOf(definition.condition),
      window: { from: sending.now, to: sending.now },
      cause: `${group} ${pendingSince ?? period} ended`,
    })),
    sending,
  );
  await tx.deleteFrom('monitor_state').where('monitor_id', '=', id).execute();
}
