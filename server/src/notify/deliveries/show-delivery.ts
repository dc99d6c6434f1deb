import type { Delivery } from '@parley/contract';
import { instant, instantOrNull } from '../../base/instant.ts';
import type { ListedDelivery } from './list-deliveries.ts';

/** A delivery as the API shows it. */
export function showDelivery(row: ListedDelivery): Delivery {
  return {
    id: row.id,
    app: row.app_id,
    channel: row.channel_id,
    channelName: row.channel_name,
    type: row.type,
    state: row.state,
    createdAt: instant(row.created_at),
    attempts: row.attempts,
    nextAt: row.state === 'waiting' ? instant(row.next_at) : null,
    lastAt: instantOrNull(row.last_at),
    lastStatus: row.last_status,
    lastAnswer: row.last_answer,
    deliveredAt: instantOrNull(row.delivered_at),
  };
}
