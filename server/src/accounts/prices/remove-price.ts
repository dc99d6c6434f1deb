import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';

/** True if the override existed. */
export async function removePrice(db: Kysely<Tables>, id: string): Promise<boolean> {
  return change(db, async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('price_override').where('id', '=', id).executeTakeFirst();
    return numDeletedRows > 0n;
  });
}
