import type { EventType } from '@parley/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../metadata/tables.ts';
import { newId } from './secrets.ts';

export type QueuedMessage = { app: string; type: EventType; cause: string; body: string; now: number };

/** A message into the outbox of each channel. Twice does nothing: its cause is unique for a channel. */
export async function queueDeliveries(
  tx: Kysely<Tables>,
  channels: readonly string[],
  { app, type, cause, body, now }: QueuedMessage,
): Promise<void> {
  for (const channel of channels)
    await tx
      .insertInto('delivery')
      .values({
        id: newId('msg'),
        app_id: app,
        channel_id: channel,
        type,
        cause,
        body,
        created_at: now,
        state: 'waiting',
        next_at: now,
      })
      .onConflict((conflict) => conflict.columns(['channel_id', 'cause']).doNothing())
      .execute();
}
