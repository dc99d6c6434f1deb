import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { accountOf, mayIn, useMe } from '../state/me.ts';
import { Button } from '../ui/button.tsx';
import { SaveViewDialog } from './save-view-dialog.tsx';
import { useShownPage } from './use-shown-page.ts';
import { useUpdateView } from './use-view-change.ts';
import { useViews } from './use-views.ts';
import { isNarrowed, isShown } from './view-search.ts';

/** Saves the current page as a new view, or updates the opened view. */
export function SaveView() {
  const { appId } = useParams({ strict: false });
  const shown = useShownPage();
  const views = useViews(appId);
  const account = accountOf(useMe(), appId ?? '');
  const update = useUpdateView();
  const [saving, setSaving] = useState(false);
  const [openedId, setOpenedId] = useState<string>();
  const current = views.filter((view) => isShown(view, shown));
  // The last view that matched this page is the one to update.
  const opened = current[0] && !current.some(({ id }) => id === openedId) ? current[0].id : openedId;
  if (opened !== openedId) setOpenedId(opened);
  if (appId === undefined || shown === null) return null;
  const edited = current.length > 0 ? undefined : views.find(({ id }) => id === opened);
  const mayUpdate = edited && (edited.mine || mayIn(account, 'views:manage'));
  return (
    <>
      {mayUpdate ? (
        <Button
          title={`Save current filters in “${edited.name}”`}
          busy={update.isPending}
          onClick={() => update.mutate({ params: { viewId: edited.id }, body: shown })}
        >
          Update view
        </Button>
      ) : null}
      {edited || (current.length === 0 && isNarrowed(shown)) ? (
        <Button look="ghost" onClick={() => setSaving(true)}>
          {edited ? 'Save as new' : 'Save view'}
        </Button>
      ) : null}
      {update.error ? (
        <span role="alert" className="text-sm text-bad">
          {update.error.message}
        </span>
      ) : null}
      <SaveViewDialog
        open={saving}
        appId={appId}
        shown={shown}
        onClose={() => setSaving(false)}
        onSaved={setOpenedId}
      />
    </>
  );
}
