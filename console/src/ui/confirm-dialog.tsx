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
  /** A better way to what the reader may want. */
  instead?: { action: string; onChoose: () => void };
  children: ReactNode;
};

/** For actions that cannot be undone. It begins at Cancel, so that a stray Enter changes nothing. */
export function ConfirmDialog(props: Props) {
  const { open, title, action, change, onConfirm, onClose, instead, children } = props;
  return (
    <Dialog open={open} title={title} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <div className="text-ink-2">{children}</div>
        {change.error ? <ErrorState error={change.error} /> : null}
        <div className="flex flex-wrap justify-end gap-2">
          {instead ? (
            <Button className="mr-auto" onClick={instead.onChoose}>
              {instead.action}
            </Button>
          ) : null}
          <Button onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button look="danger" busy={change.isPending} onClick={onConfirm}>
            {action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
