/** What is known of prompts, in the metadata. */
import type { Kysely } from 'kysely';
import type { Tables } from '../metadata/tables.ts';
import type { FamilyState } from '../prompts/families.ts';

/** The oldest first. `others`: only those that another node has written after a time. */
export async function readFamilies(
  db: Kysely<Tables>,
  appId: string,
  others?: { after: number; not: string },
): Promise<FamilyState[]> {
  let query = db.selectFrom('prompt_family').select('known').where('app_id', '=', appId);
  if (others) query = query.where('changed_at', '>', others.after).where('node', '!=', others.not);
  const rows = await query.orderBy('since').orderBy('id').execute();
  return rows.map(({ known }) => JSON.parse(known));
}

export async function writeFamilies(
  db: Kysely<Tables>,
  appId: string,
  node: string,
  families: readonly FamilyState[],
  now: number,
): Promise<void> {
  for (const family of families) {
    const row = { node, known: JSON.stringify(family), changed_at: now };
    await db
      .insertInto('prompt_family')
      .values({ app_id: appId, id: family.id, since: family.since, ...row })
      .onConflict((conflict) => conflict.columns(['app_id', 'id']).doUpdateSet(row))
      .execute();
  }
}

export async function deleteFamilies(
  db: Kysely<Tables>,
  appId: string,
  ids: readonly string[],
): Promise<void> {
  await db.deleteFrom('prompt_family').where('app_id', '=', appId).where('id', 'in', ids).execute();
}
