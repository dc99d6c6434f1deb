/** Messages of a monitor into the outbox of its channels. */
import type { MonitorEvent } from '@parley/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import type { Message } from '../../monitors/rules/group-state.ts';
import { queueDeliveries } from '../queue-deliveries.ts';
import type { StoredMonitor } from './stored-monitor.ts';

export type Told = Omit<Message, 'state'> & { state: MonitorEvent['data']['state'] };

export type Sending = {
  now: number;
  /** Where the console is, for links. */
  baseUrl: string;
};

export async function queueMessages(
  tx: Kysely<Tables>,
  monitor: Pick<StoredMonitor, 'id' | 'app' | 'appName' | 'name' | 'definition' | 'revision' | 'notify'>,
  messages: readonly Told[],
  { now, baseUrl }: Sending,
): Promise<void> {
  for (const message of messages)
    await queueDeliveries(tx, monitor.notify, {
      ...{ app: monitor.app, type: message.type, now },
      cause: `${monitor.id} ${monitor.revision} ${message.cause}`,
      body: JSON.stringify(eventOf(monitor, message, { now, baseUrl })),
    });
}

function eventOf(
  { id, name, app, appName, definition }: Parameters<typeof queueMessages>[1],
  { type, group, state, step, value, threshold, window, forecast, again, reason }: Told,
  { now, baseUrl }: Sending,
): MonitorEvent {
  return {
    type,
    timestamp: new Date(now).toISOString(),
    data: {
      monitor: { id, name, url: `${baseUrl}/apps/${app}/monitors/${id}` },
      app: { id: app, name: appName },
      group: group === '' ? null : group,
      ...{ state, step, measure: definition.measure, value, threshold, condition: definition.condition },
      window: { from: new Date(window.from).toISOString(), to: new Date(window.to).toISOString() },
      ...{ forecast, again, reason },
    },
  };
}
