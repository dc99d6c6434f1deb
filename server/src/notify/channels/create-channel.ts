import { MAX_CHANNELS, may, type NewChannelBody } from '@parley/contract';
import type { Kysely } from 'kysely';
import { accountOfApplication, roleIn } from '../../accounts/members/roles.ts';
import { newId } from '../../accounts/secrets.ts';
import { ApiError } from '../../base/errors.ts';
import type { Tables } from '../../metadata/tables.ts';
import { newWebhookSecret } from '../wire/sign.ts';
import { checkTarget, type TargetRules } from './check-target.ts';
import type { Seal } from './seal.ts';
import { storeTarget } from './target.ts';

/** Returns the id, and the secret of a webhook. */
export async function createChannel(
  tx: Kysely<Tables>,
  { personId, seal, rules }: { personId: string; seal: Seal; rules: TargetRules },
  { app: appId, kind, name, ...target }: NewChannelBody,
): Promise<{ id: string; secret: string | null }> {
  const accountId = await accountOfApplication(tx, appId);
  const role = accountId && (await roleIn(tx, personId, accountId));
  if (!role || !may(role, 'monitors:manage'))
    throw new ApiError('forbidden', { message: 'You can’t create channels of this application.' });
  checkTarget(target, rules);
  await checkCount(tx, appId);
  const id = newId('chan');
  const secret = kind === 'webhook' ? newWebhookSecret() : null;
  await tx
    .insertInto('channel')
    .values({
      id,
      app_id: appId,
      kind,
      name,
      target: await storeTarget(target, seal),
      secret: secret && (await seal.seal(secret)),
      created_by: personId,
      created_at: Date.now(),
    })
    .execute();
  return { id, secret };
}

async function checkCount(tx: Kysely<Tables>, appId: string): Promise<void> {
  const { channels } = await tx
    .selectFrom('channel')
    .select((row) => row.fn.countAll<number>().as('channels'))
    .where('app_id', '=', appId)
    .executeTakeFirstOrThrow();
  if (Number(channels) < MAX_CHANNELS) return;
  const message = `This application already has ${MAX_CHANNELS} channels, the maximum. Delete one first.`;
  throw new ApiError('conflict', { message });
}
