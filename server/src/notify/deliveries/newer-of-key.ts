import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { NotifiedEvent } from '../messages/event.ts';
import { dedupKey } from '../messages/pagerduty.ts';
import type { Claimed } from './claim-due.ts';

/**
 * Whether a later message of the channel is about the same incident. PagerDuty keeps the state of the last one that
 * arrives: a trigger that is retried after its recovery would open an incident that nothing closes.
 */
export async function hasNewerOfKey(
  db: Kysely<Tables>,
  { channel_id, created_at, cause }: Claimed,
  key: string,
): Promise<boolean> {
  const later = await db
    .selectFrom('delivery')
    .select('body')
    .where('channel_id', '=', channel_id)
    .where('created_at', '>', created_at)
    // Causes begin with the monitor.
    .where('cause', 'like', `${cause.split(' ')[0]} %`)
    .execute();
  return later.some(({ body }) => {
    const { data } = NotifiedEvent.safeParse(JSON.parse(body));
    return data !== undefined && data.type !== 'report.ready' && dedupKey(data) === key;
  });
}
