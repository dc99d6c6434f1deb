import { ROTATION_HOURS } from '@parley/contract';
import type { Kysely } from 'kysely';
import { ApiError } from '../../base/errors.ts';
import type { Tables } from '../../metadata/tables.ts';
import { newWebhookSecret } from '../wire/sign.ts';
import type { Seal } from './seal.ts';
import type { StoredChannel } from './stored-channel.ts';

/** Returns the new secret. Until the receiver knows it, the current one signs, too. */
export async function rotateSecret(
  tx: Kysely<Tables>,
  { id, secret: current }: StoredChannel,
  seal: Seal,
): Promise<string> {
  if (current === null) throw new ApiError('conflict', { message: 'Only webhooks have a secret.' });
  const secret = newWebhookSecret();
  await tx
    .updateTable('channel')
    .set({
      secret: await seal.seal(secret),
      previous_secret: current,
      previous_secret_until: Date.now() + ROTATION_HOURS * 3_600_000,
    })
    .where('id', '=', id)
    .execute();
  return secret;
}
