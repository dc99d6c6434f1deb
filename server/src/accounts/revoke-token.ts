import type { Kysely } from 'kysely';
import { bumpRevision } from './revision.ts';
import type { Tables } from './tables.ts';

export async function revokeToken(db: Kysely<Tables>, tokenId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('read_token').set({ revoked_at: Date.now() }).where('id', '=', tokenId).execute();
    await bumpRevision(tx);
  });
}
