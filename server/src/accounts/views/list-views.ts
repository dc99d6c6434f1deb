import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { type StoredView, storedView, storedViews } from './stored-view.ts';

/** Names are ordered as people expect, independent of the database's collation. */
const { compare } = new Intl.Collator('en', { numeric: true });

/** The shared views of these applications, and the private ones of `personId`; by name. */
export async function listViews(
  db: Kysely<Tables>,
  { apps, personId }: { apps: readonly string[]; personId: string | null },
): Promise<StoredView[]> {
  const rows = await storedViews(db)
    .where('saved_view.app_id', 'in', apps)
    .where((own) =>
      own.or([own('saved_view.shared', '=', 1), own('saved_view.person_id', '=', personId ?? '')]),
    )
    .execute();
  return rows.map(storedView).sort((a, b) => compare(a.name, b.name) || (a.id < b.id ? -1 : 1));
}
