import type { DeliveryState } from '@parley/contract';
import type { Kysely, Selectable } from 'kysely';
import type { DeliveryTable, Tables } from '../../metadata/tables.ts';

export type ListedDelivery = Omit<Selectable<DeliveryTable>, 'body'> & { channel_name: string };

export type DeliveryFilters = {
  apps: readonly string[];
  channel?: string | undefined;
  state?: DeliveryState | undefined;
  limit: number;
  /** Only those that follow this one in the list, which is newest first. */
  after?: { at: number; id: string } | undefined;
};

export function deliveryRows(db: Kysely<Tables>) {
  return db
    .selectFrom('delivery')
    .innerJoin('channel', 'channel.id', 'delivery.channel_id')
    .select([
      'delivery.id',
      'delivery.app_id',
      'delivery.channel_id',
      'delivery.type',
      'delivery.cause',
      'delivery.created_at',
      'delivery.state',
      'delivery.attempts',
      'delivery.next_at',
      'delivery.held_until',
      'delivery.last_at',
      'delivery.last_status',
      'delivery.last_answer',
      'delivery.delivered_at',
      'channel.name as channel_name',
    ]);
}

export function listDeliveries(
  db: Kysely<Tables>,
  { apps, channel, state, limit, after }: DeliveryFilters,
): Promise<ListedDelivery[]> {
  let query = deliveryRows(db).where('delivery.app_id', 'in', apps);
  if (channel !== undefined) query = query.where('delivery.channel_id', '=', channel);
  if (state !== undefined) query = query.where('delivery.state', '=', state);
  if (after !== undefined)
    query = query
      .where('delivery.created_at', '<=', after.at)
      .where((row) => row.or([row('delivery.created_at', '<', after.at), row('delivery.id', '<', after.id)]));
  return query.orderBy('delivery.created_at', 'desc').orderBy('delivery.id', 'desc').limit(limit).execute();
}
