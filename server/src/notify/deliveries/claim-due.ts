/**
 * Claims deliveries that are due: until a claim ends, no other node sends them. A node that dies leaves claims that end
 * by themselves. The database's clock decides, which is the same for all nodes.
 */
import { type Kysely, type Selectable, sql } from 'kysely';
import { databaseNow } from '../../cluster/nodes.ts';
import type { DeliveryTable, Tables } from '../../metadata/tables.ts';
import { channelRows, type StoredChannel } from '../channels/stored-channel.ts';

/** Longer than any attempt takes. */
export const CLAIM_MS = 30_000;

export type Claimed = Selectable<DeliveryTable> & { channel: StoredChannel };

export type Room = {
  /** How many more deliveries can be sent at once. */
  total: number;
  /** How many of one channel, and of one application, at once: slow ones leave the rest to others. */
  perChannel: number;
  perApp: number;
  /** How many of each channel, and of each application, are being sent. */
  busy: ReadonlyMap<string, number>;
};

export async function claimDue(db: Kysely<Tables>, room: Room): Promise<Claimed[]> {
  const ids = await dueIds(db, room);
  if (ids.length === 0) return [];
  const now = databaseNow(db);
  const held = await db
    .updateTable('delivery')
    .set({ held_until: sql<number>`${now} + ${sql.lit(CLAIM_MS)}` })
    .where('id', 'in', ids)
    // Once more: another node may have claimed them a moment ago.
    .where('state', '=', 'waiting')
    .where('held_until', '<=', now)
    .returningAll()
    .execute();
  const channels = await channelRows(db)
    .where('channel.id', 'in', [...new Set(held.map(({ channel_id }) => channel_id))])
    .execute();
  const byId = new Map(channels.map((channel) => [channel.id, channel]));
  return held.flatMap((delivery) => {
    const channel = byId.get(delivery.channel_id);
    return channel ? [{ ...delivery, channel }] : [];
  });
}

/** The longest due first, of each channel and each application as many as they have room for. */
async function dueIds(db: Kysely<Tables>, { total, perChannel, perApp, busy }: Room): Promise<string[]> {
  const now = databaseNow(db);
  const full = (most: number) => [...busy].filter(([, count]) => count >= most).map(([id]) => id);
  const [channels, apps] = [full(perChannel), full(perApp)];
  const due = db
    .selectFrom('delivery')
    .where('state', '=', 'waiting')
    .where('next_at', '<=', now)
    .where('held_until', '<=', now)
    .$if(channels.length > 0, (query) => query.where('channel_id', 'not in', channels))
    .$if(apps.length > 0, (query) => query.where('app_id', 'not in', apps))
    .select(({ fn }) => [
      'id',
      'channel_id',
      'app_id',
      'next_at',
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('channel_id').orderBy('next_at').orderBy('id'))
        .as('place'),
    ]);
  const ofChannels = db
    .selectFrom(due.as('due'))
    .where('place', '<=', perChannel)
    .select(({ fn }) => [
      'id',
      'channel_id',
      'app_id',
      'next_at',
      'place',
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('app_id').orderBy('place').orderBy('next_at').orderBy('id'))
        .as('app_place'),
    ]);
  const rows = await db
    .selectFrom(ofChannels.as('due'))
    .select(['id', 'channel_id', 'app_id', 'place', 'app_place'])
    .where('app_place', '<=', perApp)
    .orderBy('app_place')
    .orderBy('next_at')
    .orderBy('id')
    .limit(total)
    .execute();
  return rows
    .filter(
      ({ channel_id, app_id, place, app_place }) =>
        Number(place) + (busy.get(channel_id) ?? 0) <= perChannel &&
        Number(app_place) + (busy.get(app_id) ?? 0) <= perApp,
    )
    .map(({ id }) => id);
}
