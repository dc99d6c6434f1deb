import type { Kysely } from 'kysely';
import { ApiError } from '../../base/errors.ts';
import { databaseNow } from '../../cluster/nodes.ts';
import type { Tables } from '../../metadata/tables.ts';
import { managedChannel, refuseDisabled } from '../channels/stored-channel.ts';
import { deliveryRows, type ListedDelivery } from './list-deliveries.ts';

/** Makes a delivery due. One that has used up its attempts gets one more. */
export async function retryDelivery(
  tx: Kysely<Tables>,
  { id, personId }: { id: string; personId: string },
): Promise<ListedDelivery> {
  const found = await storedDelivery(tx, id);
  refuseDisabled(await managedChannel(tx, { id: found.channel_id, personId }));
  if (found.state === 'delivered') throw new ApiError('conflict', { message: 'It has arrived already.' });
  await tx
    .updateTable('delivery')
    .set({ state: 'waiting', next_at: databaseNow(tx) })
    .where('id', '=', id)
    .execute();
  return storedDelivery(tx, id);
}

export async function storedDelivery(db: Kysely<Tables>, id: string): Promise<ListedDelivery> {
  const found = await deliveryRows(db).where('delivery.id', '=', id).executeTakeFirst();
  if (!found) throw new ApiError('not_found');
  return found;
}
