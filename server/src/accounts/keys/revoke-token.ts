import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';

export async function revokeToken(db: Kysely<Tables>, tokenId: string): Promise<void> {
  await change(db, async (tx) => {
    await tx.updateTable('read_token').set({ revoked_at: Date.now() }).where('id', '=', tokenId).execute();
  });
}
