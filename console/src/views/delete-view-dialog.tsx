import type { SavedView } from '@parley/contract';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useDeleteView } from './use-view-change.ts';

type Props = { view: SavedView; open: boolean; onClose: () => void };

export function DeleteViewDialog({ view, open, onClose }: Props) {
  const remove = useDeleteView();
  const close = () => {
    remove.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      open={open}
      title="Delete view"
      action="Delete view"
      change={remove}
      onConfirm={() => remove.mutate({ params: { viewId: view.id } })}
      onClose={close}
    >
      <p className="wrap-anywhere">
        <strong className="font-semibold text-ink">
          <bdi>{view.name}</bdi>
        </strong>{' '}
        is removed from {view.shared ? 'everyone’s sidebar' : 'your sidebar'}. No data is deleted.
      </p>
    </ConfirmDialog>
  );
}
