import type { SavedView } from '@parley/contract';
import { lazy, Suspense, useState } from 'react';
import { MenuItem } from '../filters/menu-item.tsx';
import { unitOf } from '../review/queue-source.ts';
import { accountOf, mayIn, useMe } from '../state/me.ts';
import { ActionsMenu } from '../ui/actions-menu.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorState } from '../ui/status.tsx';
import { DeleteViewDialog } from './delete-view-dialog.tsx';
import { RenameViewDialog } from './rename-view-dialog.tsx';
import { useShownPage } from './use-shown-page.ts';
import { useUpdateView } from './use-view-change.ts';
import { isShown } from './view-search.ts';

const CreateQueueDialog = lazy(() =>
  import('../review/create-queue-dialog.tsx').then((module) => ({ default: module.CreateQueueDialog })),
);

const SHOWN_ON_HOVER =
  'focus-visible:opacity-100 aria-expanded:opacity-100 lg:opacity-0 lg:group-hover:opacity-100';

/** The actions of a view; hidden for readers who may not change it. */
export function ViewMenu({ view }: { view: SavedView }) {
  const account = accountOf(useMe(), view.app);
  const shown = useShownPage();
  const update = useUpdateView();
  const [dialog, setDialog] = useState<'rename' | 'review' | 'delete' | null>(null);
  if (!view.mine && !mayIn(account, 'views:manage')) return null;
  const { id: viewId, app, name, page, search, shared, mine } = view;
  const reviewable = unitOf(view) !== undefined && mayIn(account, 'review:manage');
  const closeDialog = () => setDialog(null);
  const change = (body: Partial<Pick<SavedView, 'shared' | 'page' | 'search'>>) => () =>
    update.mutate({ params: { viewId }, body });
  return (
    <>
      <ActionsMenu name={name} className={SHOWN_ON_HOVER}>
        {(then) => (
          <>
            <MenuItem first onChoose={then(() => setDialog('rename'))}>
              Rename
            </MenuItem>
            {shown && !isShown(view, shown) ? (
              <MenuItem first={false} onChoose={then(change(shown))}>
                Save current filters
              </MenuItem>
            ) : null}
            {mine && (shared || mayIn(account, 'views:share')) ? (
              <MenuItem first={false} onChoose={then(change({ shared: !shared }))}>
                {shared ? 'Make private' : 'Share'}
              </MenuItem>
            ) : null}
            {reviewable ? (
              <MenuItem first={false} onChoose={then(() => setDialog('review'))}>
                Review
              </MenuItem>
            ) : null}
            <MenuItem first={false} onChoose={then(() => setDialog('delete'))}>
              <span className="text-bad">Delete</span>
            </MenuItem>
          </>
        )}
      </ActionsMenu>
      <RenameViewDialog view={view} open={dialog === 'rename'} onClose={closeDialog} />
      {dialog === 'review' ? (
        <Suspense>
          <CreateQueueDialog
            appId={app}
            sources={[{ name, shown: { page, search } }]}
            onClose={closeDialog}
          />
        </Suspense>
      ) : null}
      <DeleteViewDialog view={view} open={dialog === 'delete'} onClose={closeDialog} />
      <Dialog open={update.error !== null} title="View not changed" onClose={update.reset}>
        <ErrorState error={update.error} />
      </Dialog>
    </>
  );
}
