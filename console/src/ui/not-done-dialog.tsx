import { Dialog } from './dialog.tsx';
import { ErrorState } from './status.tsx';

type Change = { error: unknown; reset: () => void };

/** Says why a change that was asked for in a menu failed. */
export function NotDoneDialog({ changes }: { changes: readonly Change[] }) {
  const failed = changes.find(({ error }) => error !== null);
  return (
    <Dialog open={failed !== undefined} title="Not done" onClose={() => failed?.reset()}>
      <ErrorState error={failed?.error} />
    </Dialog>
  );
}
