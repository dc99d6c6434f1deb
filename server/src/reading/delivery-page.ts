import type { DeliveryList, ListDeliveriesQuery } from '@parley/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../metadata/tables.ts';
import { listDeliveries } from '../notify/deliveries/list-deliveries.ts';
import { showDelivery } from '../notify/deliveries/show-delivery.ts';
import { decodeCursor, InvalidCursor } from '../queries/cursor.ts';
import { pageOf } from '../queries/page.ts';

const ORDER = 'createdAt';

/** A page of the deliveries of these applications, the newest first. */
export async function deliveryPage(
  db: Kysely<Tables>,
  apps: readonly string[],
  { cursor, limit, channel, state }: ListDeliveriesQuery,
): Promise<DeliveryList> {
  const place = decodeCursor(cursor, ORDER);
  if (place && !/^\w+$/.test(place.id)) throw new InvalidCursor();
  const after = place ? { at: Number(place.value), id: place.id } : undefined;
  const rows = await listDeliveries(db, { apps, channel, state, after, limit: limit + 1 });
  const { page, nextCursor } = pageOf(rows, limit, ({ created_at, id }) => ({
    order: ORDER,
    value: created_at,
    id,
  }));
  return { data: page.map(showDelivery), nextCursor };
}
