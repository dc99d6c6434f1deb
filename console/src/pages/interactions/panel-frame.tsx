import { type ReactNode, useEffect } from 'react';
import { isTyping } from '../../filters/search-box.tsx';
import { useMedia } from '../../lib/use-media.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';

type Props = {
  onClose: () => void;
  /** Absent at the ends of the list. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  children: ReactNode;
};

/** Beside the list where there is room, over it where there is none. */
export function PanelFrame({ onClose, onPrevious, onNext, children }: Props) {
  const beside = useMedia('(min-width: 80rem)');
  usePanelKeys({ k: onPrevious, j: onNext, ...(beside ? { Escape: onClose } : {}) });
  const walk = (
    <>
      <Button look="ghost" small disabled={!onPrevious} onClick={onPrevious} title="Previous (k)">
        <span aria-hidden="true">↑</span> Previous
      </Button>
      <Button look="ghost" small disabled={!onNext} onClick={onNext} title="Next (j)">
        <span aria-hidden="true">↓</span> Next
      </Button>
      <span className="ml-auto">
        <CopyButton text={window.location.href} label="Copy link" />
      </span>
    </>
  );
  if (!beside) {
    return (
      <Dialog open side title="Interaction" onClose={onClose}>
        <div className="-mx-2 -mt-2 flex items-center pb-2">{walk}</div>
        {children}
      </Dialog>
    );
  }
  return (
    <aside
      aria-label="Interaction"
      className="flex w-[46%] max-w-3xl min-w-[30rem] flex-col rounded-lg border border-line bg-surface"
    >
      <h2 className="sr-only">Interaction</h2>
      <header className="flex items-center gap-1 border-b border-line px-2 py-1.5">
        {walk}
        <Button look="ghost" small onClick={onClose} aria-label="Close" title="Close (Escape)">
          ✕
        </Button>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
    </aside>
  );
}

function usePanelKeys(keys: Record<string, (() => void) | undefined>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event)) return;
      // Escape closes an open menu first.
      if (document.querySelector(':popover-open')) return;
      keys[event.key]?.();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
