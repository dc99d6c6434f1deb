import type { Kysely } from 'kysely';
import { bumpRevision } from './revision.ts';
import type { Tables } from './tables.ts';

/** Payloads per second, or null for no limit. */
export async function setRateLimit(
  db: Kysely<Tables>,
  appId: string,
  rateLimit: number | null,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('application').set({ rate_limit: rateLimit }).where('id', '=', appId).execute();
    await bumpRevision(tx);
  });
}
