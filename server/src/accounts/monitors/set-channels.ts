import type { Kysely } from 'kysely';
import { ApiError } from '../../base/errors.ts';
import type { Tables } from '../../metadata/tables.ts';

/** Replaces the channels of a monitor. */
export async function setChannels(
  tx: Kysely<Tables>,
  { monitorId, appId, notify }: { monitorId: string; appId: string; notify: readonly string[] },
): Promise<void> {
  await checkChannels(tx, appId, notify);
  await tx.deleteFrom('monitor_channel').where('monitor_id', '=', monitorId).execute();
  if (notify.length > 0)
    await tx
      .insertInto('monitor_channel')
      .values(notify.map((channel) => ({ monitor_id: monitorId, channel_id: channel })))
      .execute();
}

/** Channels of other applications do not exist for this one. */
export async function checkChannels(
  tx: Kysely<Tables>,
  appId: string,
  notify: readonly string[],
): Promise<void> {
  const rows =
    notify.length === 0
      ? []
      : await tx
          .selectFrom('channel')
          .select('id')
          .where('app_id', '=', appId)
          .where('id', 'in', notify)
          .execute();
  const known = new Set(rows.map(({ id }) => id));
  const issues = notify.flatMap((id, i) =>
    known.has(id)
      ? []
      : [{ path: `notify.${i}`, code: 'unknown_channel', message: 'The application has no such channel.' }],
  );
  if (issues.length > 0) throw new ApiError('invalid_query', { issues });
}
