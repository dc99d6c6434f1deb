import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import type { Changing } from './form.tsx';
import { ErrorState } from './status.tsx';

type Props = {
  open: boolean;
  title: string;
  /** The label of the button. */
  action: string;
  change: Changing;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** For actions that cannot be undone. */
export function ConfirmDialog({ open, title, action, change, onConfirm, onClose, children }: Props) {
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <div className="text-ink-2">{children}</div>
        {change.error ? <ErrorState error={change.error} /> : null}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" busy={change.isPending} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
