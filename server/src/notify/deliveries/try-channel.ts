import { TESTS_PER_MINUTE } from '@parley/contract';
import type { Kysely } from 'kysely';
import { newId } from '../../accounts/secrets.ts';
import { ApiError } from '../../base/errors.ts';
import { databaseNow } from '../../cluster/nodes.ts';
import type { Tables } from '../../metadata/tables.ts';
import { refuseDisabled, type StoredChannel } from '../channels/stored-channel.ts';
import type { TestEvent } from '../messages/event.ts';

const MINUTE = 60_000;

/** Queues a test message; returns its id. */
export async function tryChannel(tx: Kysely<Tables>, channel: StoredChannel): Promise<string> {
  refuseDisabled(channel);
  const now = Date.now();
  await checkPace(tx, channel.id, now);
  const id = newId('msg');
  const event: TestEvent = {
    type: 'channel.test',
    timestamp: new Date(now).toISOString(),
    data: {
      channel: { id: channel.id, name: channel.name },
      app: { id: channel.app_id, name: channel.app_name },
    },
  };
  await tx
    .insertInto('delivery')
    .values({
      id,
      app_id: channel.app_id,
      channel_id: channel.id,
      type: event.type,
      // Every test is one of its own.
      cause: id,
      body: JSON.stringify(event),
      created_at: now,
      state: 'waiting',
      next_at: databaseNow(tx),
    })
    .execute();
  return id;
}

async function checkPace(tx: Kysely<Tables>, channelId: string, now: number): Promise<void> {
  const { tests } = await tx
    .selectFrom('delivery')
    .select((row) => row.fn.countAll<number>().as('tests'))
    .where('channel_id', '=', channelId)
    .where('type', '=', 'channel.test')
    .where('created_at', '>', now - MINUTE)
    .executeTakeFirstOrThrow();
  if (Number(tests) >= TESTS_PER_MINUTE)
    throw new ApiError('rate_limited', {
      message: `A channel is tested at most ${TESTS_PER_MINUTE} times a minute.`,
      retryAfter: MINUTE / 1000,
    });
}
