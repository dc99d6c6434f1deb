import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

type Props = {
  /** The content of the button. */
  label: ReactNode;
  /** The accessible name, if the label is not text. */
  title?: string;
  className?: string;
  children: (close: () => void) => ReactNode;
};

export const POPOVER_BUTTON =
  'inline-flex h-8 items-center gap-1.5 rounded-md border border-line-strong bg-surface px-2.5 font-medium whitespace-nowrap hover:bg-sunken';

/** The popover's content. */
export const POPOVER_BOX =
  'inset-auto m-0 max-h-[min(44rem,80dvh)] w-max overflow-y-auto rounded-lg border border-line bg-raised p-1.5 text-ink shadow-lg';

const MARGIN = 8;

/** A button with a native popover, which a click elsewhere or Escape closes. */
export function Popover({ label, title, className = POPOVER_BUTTON, children }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  // Repositioned when the content grows.
  useEffect(() => {
    if (!open || !box.current) return;
    const observer = new ResizeObserver(() => place(button.current, box.current));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [open]);
  const close = () => {
    box.current?.hidePopover();
    button.current?.focus();
  };
  return (
    <>
      <button ref={button} type="button" popoverTarget={id} aria-expanded={open} className={className}>
        {label}
      </button>
      <div
        ref={box}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={title ?? (typeof label === 'string' ? label : undefined)}
        onToggle={(event) => {
          const opened = event.newState === 'open';
          setOpen(opened);
        }}
        className={`${POPOVER_BOX} max-w-[calc(100vw-1rem)]`}
      >
        {open ? children(close) : null}
      </div>
    </>
  );
}

/** Below the button, or above it if there is no space below; always inside the window. */
export function place(button: HTMLElement | null, box: HTMLElement | null): void {
  if (!button || !box) return;
  const below = button.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const most = window.innerWidth - width - MARGIN;
  const left = below.left <= most ? below.left : Math.min(below.right - width, most);
  const fits = below.bottom + 4 + height + MARGIN <= window.innerHeight;
  const above = below.top - height - 4;
  const top = fits ? below.bottom + 4 : above >= MARGIN ? above : window.innerHeight - height - MARGIN;
  box.style.left = `${Math.max(MARGIN, left)}px`;
  box.style.top = `${Math.max(MARGIN, top)}px`;
}
