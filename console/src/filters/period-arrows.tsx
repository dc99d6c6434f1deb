/** Steps to the period before and after; the keys `,` and `.` do the same. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type View, viewBeside } from '../state/view.ts';
import { rangeText } from './range-text.ts';
import { isTyping } from './search-box.tsx';

type Way = -1 | 1;
const KEYS: Readonly<Record<string, Way>> = { ',': -1, '.': 1 };

type Props = { view: View; onChange: (view: View) => void; children: ReactNode };

export function PeriodArrows({ view, onChange, children }: Props) {
  const [stepped, setStepped] = useState(false);
  const step = (way: Way) => {
    const beside = viewBeside(view, way);
    if (!beside) return;
    setStepped(true);
    onChange(beside);
  };
  const latest = useRef(step);
  useEffect(() => {
    latest.current = step;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const way = KEYS[event.key];
      if (way === undefined || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      // Open dialogs and popovers get the keys.
      if (document.querySelector('dialog[open], :popover-open') === null) latest.current(way);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <fieldset className="m-0 flex max-w-full min-w-0 border-0 p-0">
      <legend className="sr-only">Range</legend>
      <Arrow name="Previous period" hotkey="," beside={viewBeside(view, -1)} onStep={() => step(-1)}>
        <path d="M9.5 4 5.5 8l4 4" />
      </Arrow>
      {children}
      <Arrow name="Next period" hotkey="." beside={viewBeside(view, 1)} onStep={() => step(1)}>
        <path d="m6.5 4 4 4-4 4" />
      </Arrow>
      <span aria-live="polite" className="sr-only">
        {stepped ? rangeText(view) : null}
      </span>
    </fieldset>
  );
}

type ArrowProps = {
  name: string;
  hotkey: string;
  /** The view that it leads to; null if there is none. */
  beside: View | null;
  onStep: () => void;
  children: ReactNode;
};

/** Not disabled by the attribute: it would lose the focus with the last step. */
function Arrow({ name, hotkey, beside, onStep, children }: ArrowProps) {
  return (
    <button
      type="button"
      aria-label={name}
      aria-keyshortcuts={hotkey}
      aria-disabled={beside === null}
      title={beside ? `${name}: ${rangeText(beside)}` : 'The current period'}
      onClick={onStep}
      className="inline-flex h-8 w-8 shrink-0 items-center justify-center border border-line-strong bg-surface text-ink-2 first-of-type:rounded-l-md last-of-type:rounded-r-md hover:bg-sunken hover:text-ink focus-visible:z-10 aria-disabled:cursor-default aria-disabled:bg-surface aria-disabled:text-ink-3 aria-disabled:opacity-50"
    >
      <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 fill-none stroke-current stroke-[1.5]">
        {children}
      </svg>
    </button>
  );
}
