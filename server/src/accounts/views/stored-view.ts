import type { MemberRole, ViewPage, ViewSearch } from '@parley/contract';
import type { Kysely, Selectable } from 'kysely';
import type { SavedViewTable, Tables } from '../../metadata/tables.ts';

/** A view as stored; the API adds `mine` and formats its times. */
export type StoredView = {
  id: string;
  app: string;
  name: string;
  page: ViewPage;
  search: ViewSearch;
  shared: boolean;
  createdAt: number;
  updatedAt: number;
  createdBy: { id: string; name: string };
};

type Row = Selectable<SavedViewTable> & { maker: string };

export function storedViews(db: Kysely<Tables>) {
  return db
    .selectFrom('saved_view')
    .innerJoin('person as maker', 'maker.id', 'saved_view.person_id')
    .selectAll('saved_view')
    .select('maker.name as maker');
}

export function storedView(row: Row): StoredView {
  return {
    id: row.id,
    app: row.app_id,
    name: row.name,
    page: row.page,
    // Written by `createView` and `updateView`, in this form.
    search: JSON.parse(row.search) as ViewSearch,
    shared: row.shared === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    createdBy: { id: row.person_id, name: row.maker },
  };
}

/** A view that the person may see, with their role in its account; null if there is none. */
export async function visibleView(
  db: Kysely<Tables>,
  { id, personId }: { id: string; personId: string },
): Promise<{ view: StoredView; role: MemberRole } | null> {
  const row = await storedViews(db)
    .innerJoin('application', 'application.id', 'saved_view.app_id')
    .innerJoin('member', 'member.account_id', 'application.account_id')
    .select('member.role')
    .where('saved_view.id', '=', id)
    .where('application.deleted_at', 'is', null)
    .where('member.person_id', '=', personId)
    .where((own) => own.or([own('saved_view.shared', '=', 1), own('saved_view.person_id', '=', personId)]))
    .executeTakeFirst();
  return row ? { view: storedView(row), role: row.role } : null;
}
