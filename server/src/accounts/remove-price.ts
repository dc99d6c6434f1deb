import type { Kysely } from 'kysely';
import { bumpRevision } from './revision.ts';
import type { Tables } from './tables.ts';

/** True when there was such an override. */
export async function removePrice(db: Kysely<Tables>, id: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('price_override').where('id', '=', id).executeTakeFirst();
    await bumpRevision(tx);
    return numDeletedRows > 0n;
  });
}
