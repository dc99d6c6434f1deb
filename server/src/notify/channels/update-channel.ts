import type { ChannelChanges } from '@parley/contract';
import type { Kysely } from 'kysely';
import { ApiError } from '../../base/errors.ts';
import type { Tables } from '../../metadata/tables.ts';
import { checkTarget, type TargetRules } from './check-target.ts';
import type { Seal } from './seal.ts';
import type { StoredChannel } from './stored-channel.ts';
import { storeTarget, TARGET_OF, type Target } from './target.ts';

export async function updateChannel(
  tx: Kysely<Tables>,
  channel: StoredChannel,
  { name = channel.name, disabled, ...changes }: ChannelChanges,
  { seal, rules }: { seal: Seal; rules: TargetRules },
): Promise<void> {
  const target = targetIn(channel, changes);
  if (target) checkTarget(target, rules);
  await tx
    .updateTable('channel')
    .set({
      name,
      ...(target ? { target: await storeTarget(target, seal) } : {}),
      ...(disabled === undefined ? {} : switched(channel, disabled)),
    })
    .where('id', '=', channel.id)
    .execute();
}

/** The new target; null if it stays. Only what the kind of channel has can be changed. */
function targetIn(
  { kind }: StoredChannel,
  { url, to, routingKey }: Pick<ChannelChanges, 'url' | 'to' | 'routingKey'>,
): Target | null {
  const wanted = TARGET_OF[kind];
  const issues = Object.entries({ url, to, routingKey })
    .filter(([name, value]) => value !== undefined && name !== wanted)
    .map(([path]) => ({
      path,
      code: 'other_kind',
      message: `A channel of the kind ${kind} has no ${path}.`,
    }));
  if (issues.length > 0) throw new ApiError('invalid_query', { issues });
  if (url !== undefined) return { url };
  if (to !== undefined) return { to };
  return routingKey === undefined ? null : { routingKey };
}

function switched({ disabled_at }: StoredChannel, disabled: boolean) {
  if (!disabled) return { disabled_at: null, disabled_reason: null };
  return disabled_at === null ? { disabled_at: Date.now(), disabled_reason: 'Somebody disabled it.' } : {};
}
