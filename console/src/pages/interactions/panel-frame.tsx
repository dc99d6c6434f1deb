import { type ReactNode, useEffect, useRef } from 'react';
import { isTyping } from '../../filters/search-box.tsx';
import { useMedia } from '../../lib/use-media.ts';
import { useWidth } from '../../lib/use-width.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { usePanelWidth } from './panel-width.ts';
import { ResizeHandle } from './resize-handle.tsx';

type Props = {
  /** Actions for the interaction. */
  menu: ReactNode;
  onClose: () => void;
  /** Undefined at the ends of the list. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  children: ReactNode;
};

/** The panel: beside the list on wide screens, over it on narrow ones. */
export function PanelFrame({ menu, onClose, onPrevious, onNext, children }: Props) {
  const beside = useMedia('(min-width: 80rem)');
  usePanelKeys({ k: onPrevious, j: onNext, ...(beside ? { Escape: onClose } : {}) });
  const walk = (
    <>
      <Step onStep={onPrevious} title="Previous (k)">
        <span aria-hidden="true">↑</span> Previous
      </Step>
      <Step onStep={onNext} title="Next (j)">
        <span aria-hidden="true">↓</span> Next
      </Step>
      <span className="ml-auto">{menu}</span>
    </>
  );
  if (!beside) {
    return (
      <Dialog open side title="Interaction" onClose={onClose}>
        <div className="-mt-2 -ml-2 flex items-center pb-2">{walk}</div>
        {children}
      </Dialog>
    );
  }
  return (
    <Beside>
      <h2 className="sr-only">Interaction</h2>
      <header className="flex items-center gap-1 border-b border-line px-2 py-1.5">
        {walk}
        <Button look="ghost" small onClick={onClose} aria-label="Close" title="Close (Escape)">
          ✕
        </Button>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
    </Beside>
  );
}

/** The reader's width, else about half of the page. */
function Beside({ children }: { children: ReactNode }) {
  const panel = useRef<HTMLElement>(null);
  const { chosen, choose } = usePanelWidth(panel);
  // Observed with its border.
  const inside = useWidth(panel);
  const width = panel.current?.offsetWidth ?? Math.round(inside);
  return (
    <aside
      ref={panel}
      aria-label="Interaction"
      style={chosen === null ? undefined : { width: chosen, maxWidth: 'calc(100% - 20rem)' }}
      className={`relative flex shrink-0 flex-col rounded-lg border border-line bg-surface ${chosen === null ? 'w-[46%] max-w-3xl min-w-[30rem]' : ''}`}
    >
      <ResizeHandle panel={panel} width={width} onChange={choose} />
      {children}
    </aside>
  );
}

type StepProps = { onStep: (() => void) | undefined; title: string; children: ReactNode };

/** `aria-disabled` instead of `disabled`, so that a button pressed repeatedly keeps the focus. */
function Step({ onStep, title, children }: StepProps) {
  return (
    <Button
      look="ghost"
      small
      aria-disabled={onStep === undefined}
      onClick={onStep}
      title={title}
      className="aria-disabled:cursor-default aria-disabled:opacity-50"
    >
      {children}
    </Button>
  );
}

function usePanelKeys(keys: Record<string, (() => void) | undefined>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event)) return;
      // Escape closes an open menu before the panel.
      if (document.querySelector(':popover-open')) return;
      keys[event.key]?.();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
