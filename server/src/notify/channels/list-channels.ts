import type { Kysely } from 'kysely';
import { applicationsFor } from '../../accounts/members/roles.ts';
import type { Tables } from '../../metadata/tables.ts';
import { channelRows, type StoredChannel } from './stored-channel.ts';

/** The channels that a person manages, by name. */
export async function listChannels(
  db: Kysely<Tables>,
  { personId, appId }: { personId: string; appId: string | undefined },
): Promise<StoredChannel[]> {
  const managed = await applicationsFor(db, personId, 'monitors:manage');
  const apps = appId === undefined ? managed : managed.filter((app) => app === appId);
  return channelRows(db)
    .where('channel.app_id', 'in', apps)
    .orderBy('channel.name')
    .orderBy('channel.id')
    .execute();
}
