import type { ReactNode } from 'react';
import { count } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { useCopy } from '../ui/copy.tsx';
import { KeyCap } from '../ui/key-cap.tsx';
import type { ListSelection } from './use-selection.ts';

type Props = {
  selection: ListSelection;
  /** What can be done with the selected rows. */
  children: ReactNode;
  className?: string;
};

/** The bar below a list while rows of it are selected. */
export function SelectionBar({ selection: { keys, clear }, children, className = '' }: Props) {
  const text = `${count(keys.length)} selected`;
  return (
    <>
      {/* Screen readers announce changes of what was there before. */}
      <p role="status" className="sr-only">
        {keys.length === 0 ? '' : text}
      </p>
      {keys.length === 0 ? null : (
        <section
          aria-label="Selection"
          className={`flex flex-wrap items-center gap-2 bg-raised px-3 py-2 text-sm ${className}`}
        >
          <span className="tabular mr-auto pl-1 font-medium">{text}</span>
          {children}
          <Button look="ghost" small onClick={clear}>
            Clear
            <span className="hidden sm:contents">
              <KeyCap>Esc</KeyCap>
            </span>
          </Button>
        </section>
      )}
    </>
  );
}

/** Copies the keys, one per line. */
export function CopyKeys({ keys, what = 'IDs' }: { keys: readonly string[]; what?: string }) {
  const { copied, copy } = useCopy();
  return (
    <Button small onClick={() => copy(keys.join('\n'))}>
      <span aria-live="polite">{copied ? 'Copied' : `Copy ${what}`}</span>
    </Button>
  );
}
