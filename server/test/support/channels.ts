/** Channels and deliveries as rows, for tests of what sends them. */
import type { ChannelKind, EventType } from '@parley/contract';
import type { Kysely } from 'kysely';
import { newId } from '../../src/accounts/secrets.ts';
import type { Tables } from '../../src/metadata/tables.ts';
import { Seal } from '../../src/notify/channels/seal.ts';
import { storeTarget, type Target } from '../../src/notify/channels/target.ts';
import { newWebhookSecret } from '../../src/notify/wire/sign.ts';

export const SEAL_SECRET = 'a server secret of some length, for tests';
export const SEAL = new Seal(SEAL_SECRET);

export async function addChannel(
  db: Kysely<Tables>,
  { app, target, kind = 'webhook' }: { app: string; target: Target; kind?: ChannelKind },
): Promise<{ id: string; secret: string }> {
  const [id, secret] = [newId('chan'), newWebhookSecret()];
  await db
    .insertInto('channel')
    .values({
      id,
      app_id: app,
      kind,
      name: 'Ops',
      target: await storeTarget(target, SEAL),
      secret: await SEAL.seal(secret),
      created_at: Date.now(),
    })
    .execute();
  return { id, secret };
}

export type Planted = { app: string; channel: string; type?: EventType; data?: unknown; nextAt?: number };

/** Queues messages, as a monitor would; returns their ids. */
export async function queueMessages(
  db: Kysely<Tables>,
  { app, channel, type = 'report.ready', data = {}, nextAt = 0 }: Planted,
  count = 1,
): Promise<string[]> {
  const now = Date.now();
  const rows = Array.from({ length: count }, () => {
    const id = newId('msg');
    const body = JSON.stringify({ type, timestamp: new Date(now).toISOString(), data });
    const place = { app_id: app, channel_id: channel };
    return {
      id,
      ...place,
      type,
      cause: id,
      body,
      created_at: now,
      state: 'waiting' as const,
      next_at: nextAt,
    };
  });
  await db.insertInto('delivery').values(rows).execute();
  return rows.map(({ id }) => id);
}

/** A message that has used up its attempts; returns its id. */
export async function failedMessage(db: Kysely<Tables>, planted: Planted): Promise<string> {
  const [id = ''] = await queueMessages(db, { ...planted, nextAt: Date.now() + 3_600_000 });
  await db.updateTable('delivery').set({ state: 'failed', attempts: 10 }).where('id', '=', id).execute();
  return id;
}
