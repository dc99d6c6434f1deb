/** Saved views. Private ones are not named in the audit log either. */
import type { SavedView } from '@parley/contract';
import { createView } from '../../accounts/views/create-view.ts';
import { deleteView } from '../../accounts/views/delete-view.ts';
import { listViews } from '../../accounts/views/list-views.ts';
import { type StoredView, visibleView } from '../../accounts/views/stored-view.ts';
import { updateView } from '../../accounts/views/update-view.ts';
import { ApiError } from '../../base/errors.ts';
import { instant } from '../../base/instant.ts';
import type { AuditNote } from '../audit-entry.ts';
import type { Bind } from '../bind.ts';
import type { PeopleContext } from '../people/people-context.ts';

export function viewRoutes(bind: Bind, { people }: { people: PeopleContext }): void {
  bind('listViews', async ({ asker: { apps, by } }) => {
    const personId = 'person' in by ? by.person.id : null;
    const views = await listViews(people.db, { apps, personId });
    return { data: views.map((view) => showView(view, personId)) };
  });

  bind('createView', async ({ body, change }) =>
    change(async ({ tx, login: { person }, note }) => {
      const id = await createView(tx, person.id, body);
      const found = await visibleView(tx, { id, personId: person.id });
      if (!found) throw new ApiError('internal');
      note(noteOf(found.view));
      return showView(found.view, person.id);
    }),
  );

  bind('updateView', async ({ params, body, change }) =>
    change(async ({ tx, login: { person }, note }) => {
      const { before, view } = await updateView(tx, { id: params.viewId, personId: person.id }, body);
      note(noteOf(view));
      if (view.shared !== before.shared) note({ action: view.shared ? 'view.share' : 'view.unshare' });
      return showView(view, person.id);
    }),
  );

  bind('deleteView', async ({ params, change }) =>
    change(async ({ tx, login: { person }, note }) => {
      note(noteOf(await deleteView(tx, { id: params.viewId, personId: person.id })));
      return { status: 'ok' as const };
    }),
  );
}

function noteOf({ id, app, name, page, shared }: StoredView): AuditNote {
  return { appId: app, target: id, details: shared ? { name, page } : {} };
}

function showView({ createdAt, updatedAt, ...view }: StoredView, personId: string | null): SavedView {
  return {
    ...view,
    createdAt: instant(createdAt),
    updatedAt: instant(updatedAt),
    mine: view.createdBy.id === personId,
  };
}
