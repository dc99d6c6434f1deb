import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';

/** Backup codes, which are shown once. */
export function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">
        Each code signs you in once when you don’t have your phone. Save them with your passwords: they are
        not shown again.
      </p>
      <ul
        aria-label="Backup codes"
        className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-md border border-line bg-sunken p-3 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex justify-between gap-2">
        <CopyButton text={codes.join('\n')} label="Copy all" autoFocus />
        <Button look="primary" onClick={onDone}>
          I’ve saved them
        </Button>
      </div>
    </div>
  );
}
