import { may } from '@parley/contract';
import type { Kysely, Selectable } from 'kysely';
import { roleIn } from '../../accounts/members/roles.ts';
import { ApiError } from '../../base/errors.ts';
import type { ChannelTable, Tables } from '../../metadata/tables.ts';

export type StoredChannel = Selectable<ChannelTable> & {
  app_name: string;
  account_id: string;
  maker: string | null;
};

/** Channels of applications that are not deleted. */
export function channelRows(db: Kysely<Tables>) {
  return db
    .selectFrom('channel')
    .innerJoin('application', 'application.id', 'channel.app_id')
    .leftJoin('person as maker', 'maker.id', 'channel.created_by')
    .selectAll('channel')
    .select(['application.name as app_name', 'application.account_id', 'maker.name as maker'])
    .where('application.deleted_at', 'is', null);
}

/** A channel for somebody who manages it; for people of other accounts it does not exist. */
export async function managedChannel(
  db: Kysely<Tables>,
  { id, personId }: { id: string; personId: string },
): Promise<StoredChannel> {
  const channel = await channelRows(db).where('channel.id', '=', id).executeTakeFirst();
  const role = channel && (await roleIn(db, personId, channel.account_id));
  if (!channel || !role) throw new ApiError('not_found');
  if (!may(role, 'monitors:manage'))
    throw new ApiError('forbidden', { message: `Your role, ${role}, does not allow this.` });
  return channel;
}

export function refuseDisabled({ disabled_at }: Pick<StoredChannel, 'disabled_at'>): void {
  if (disabled_at !== null)
    throw new ApiError('conflict', { message: 'The channel is disabled. Enable it first.' });
}
