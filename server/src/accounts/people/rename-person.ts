import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';

export async function renamePerson(
  db: Kysely<Tables>,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await change(db, (tx) =>
    tx
      .updateTable('person')
      .set({ name, updated_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute(),
  );
}
