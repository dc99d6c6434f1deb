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
  { takesReports = false } = {},
): Promise<void> {
  const rows =
    notify.length === 0
      ? []
      : await tx
          .selectFrom('channel')
          .select(['id', 'kind'])
          .where('app_id', '=', appId)
          .where('id', 'in', notify)
          .execute();
  const kinds = new Map(rows.map(({ id, kind }) => [id, kind]));
  const problem = (id: string) => {
    if (!kinds.has(id)) return { code: 'unknown_channel', message: 'The application has no such channel.' };
    if (takesReports && kinds.get(id) === 'pagerduty')
      return { code: 'invalid', message: 'PagerDuty takes incidents, not reports.' };
    return null;
  };
  const issues = notify.flatMap((id, i) => {
    const found = problem(id);
    return found ? [{ path: `notify.${i}`, ...found }] : [];
  });
  if (issues.length > 0) throw new ApiError('invalid_query', { issues });
}
