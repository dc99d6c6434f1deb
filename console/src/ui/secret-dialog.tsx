import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { CopyLine } from './copy.tsx';
import { Dialog } from './dialog.tsx';

type Props = {
  title: string;
  /** The label of the secret, and the secret; null closes the dialog. */
  label: string;
  secret: string | null;
  onClose: () => void;
  /** What to do with it. */
  advice?: string;
  /** The button that closes the dialog. */
  done?: string;
  children?: ReactNode;
};

/** Shows a secret once. Escape does not close it: a secret that was not saved would be lost. */
export function SecretDialog({
  title,
  label,
  secret,
  onClose,
  advice = 'Copy it now and save it: it is not shown again.',
  done = 'I’ve saved it',
  children,
}: Props) {
  return (
    <Dialog open={secret !== null} title={title} onClose={onClose} kept>
      <div className="flex flex-col gap-4">
        <CopyLine label={label} text={secret ?? ''} />
        <p className="text-warn">{advice}</p>
        {children ? <div className="text-ink-2">{children}</div> : null}
        <div className="flex justify-end">
          <Button look="primary" onClick={onClose}>
            {done}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
