import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { type StoredView, storedView, storedViews } from './stored-view.ts';

/** As people order names, whatever the database does. */
const { compare } = new Intl.Collator('en', { numeric: true });

/** The shared ones of these applications, and those of the person if it is one who asks; by name. */
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
