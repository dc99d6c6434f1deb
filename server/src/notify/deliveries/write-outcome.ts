import { type Kysely, sql, type UpdateObject } from 'kysely';
import { recordAudit } from '../../accounts/audit.ts';
import { cutText } from '../../base/cut-text.ts';
import { databaseNow } from '../../cluster/nodes.ts';
import type { Tables } from '../../metadata/tables.ts';
import type { StoredChannel } from '../channels/stored-channel.ts';
import type { Outcome } from '../wire/outcome.ts';
import { waitAfterAttempts } from '../wire/retry.ts';
import type { Claimed } from './claim-due.ts';

const ANSWER_LENGTH = 500;
const GONE = 'The receiver answered that it wants no messages any more (410).';

/** Writes what became of an attempt, unless the claim has ended meanwhile. Returns the state of the delivery. */
export async function writeOutcome(
  db: Kysely<Tables>,
  { id, held_until, attempts, channel }: Claimed,
  outcome: Outcome,
): Promise<'waiting' | 'delivered' | 'failed'> {
  const now = databaseNow(db);
  const wait = outcome.kind === 'failed' ? waitAfterAttempts(attempts + 1, outcome.retryAfterMs) : null;
  const state = outcome.kind === 'delivered' ? 'delivered' : wait === null ? 'failed' : 'waiting';
  const result: UpdateObject<Tables, 'delivery'> = {
    state,
    attempts: attempts + 1,
    held_until: 0,
    last_at: now,
    last_status: outcome.status,
    last_answer: readable(outcome.answer),
    ...(state === 'delivered' ? { delivered_at: now } : {}),
    ...(wait === null ? {} : { next_at: sql<number>`${now} + ${wait}` }),
  };
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('delivery')
      .set(result)
      .where('id', '=', id)
      .where('held_until', '=', held_until)
      .execute();
    if (outcome.kind === 'gone') await disable(tx, channel);
  });
  return state;
}

/** Several messages may be answered alike: the first one disables the channel. */
async function disable(
  tx: Kysely<Tables>,
  { id, app_id, account_id, name, kind }: StoredChannel,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('channel')
    .set({ disabled_at: databaseNow(tx), disabled_reason: GONE })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n)
    await recordAudit(tx, {
      ...{ action: 'channel.disable', actor: 'receiver', accountId: account_id, appId: app_id, target: id },
      details: { name, kind, reason: GONE },
    });
}

/** Ends a claim without an attempt that counts: the server stops. */
export async function releaseClaim(db: Kysely<Tables>, { id, held_until }: Claimed): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ held_until: 0 })
    .where('id', '=', id)
    .where('held_until', '=', held_until)
    .execute();
}

/** A receiver may answer with anything, NUL included, which PostgreSQL cannot store. */
function readable(answer: string): string {
  return cutText(answer.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim(), ANSWER_LENGTH);
}
