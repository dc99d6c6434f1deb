/** Messages of a monitor into the outbox of its channels. */
import type { MonitorEvent } from '@parley/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import type { Message } from '../../monitors/rules/group-state.ts';
import { newId } from '../secrets.ts';
import type { StoredMonitor } from './stored-monitor.ts';

export type Told = Omit<Message, 'state'> & { state: MonitorEvent['data']['state'] };

export type Sending = {
  now: number;
  /** Where the console is, for links. */
  baseUrl: string;
};

/** The same message twice does nothing: its cause is unique for a channel. */
export async function queueMessages(
  tx: Kysely<Tables>,
  monitor: Pick<StoredMonitor, 'id' | 'app' | 'appName' | 'name' | 'definition' | 'revision' | 'notify'>,
  messages: readonly Told[],
  { now, baseUrl }: Sending,
): Promise<void> {
  for (const message of messages) {
    const body = JSON.stringify(eventOf(monitor, message, { now, baseUrl }));
    for (const channel of monitor.notify)
      await tx
        .insertInto('delivery')
        .values({
          id: newId('msg'),
          app_id: monitor.app,
          channel_id: channel,
          type: message.type,
          cause: `${monitor.id} ${monitor.revision} ${message.cause}`,
          body,
          created_at: now,
          state: 'waiting',
          next_at: now,
        })
        .onConflict((conflict) => conflict.columns(['channel_id', 'cause']).doNothing())
        .execute();
  }
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
