import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';

type Props = {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
  side?: boolean;
  /** A click outside does not close it, since it has several steps. */
  steady?: boolean;
  /** Only its own buttons close it, since its contents are not shown again. */
  kept?: boolean;
};

/** Where a dialog begins: what is marked, else its first field. Without either, the browser decides. */
const STARTS = ['[data-autofocus]', 'form :is(input, select, textarea):enabled'];

/** The native dialog: focus stays inside, Escape closes it, the page behind is inert. */
export function Dialog({ open, title, onClose, children, side, steady, kept }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (open && element && !element.open) {
      element.showModal();
      const starts = STARTS.map((selector) => element.querySelector<HTMLElement>(selector));
      starts.find((start) => start !== null)?.focus();
    }
    if (!open && element?.open) element.close();
  }, [open]);
  const place = side
    ? 'ml-auto mr-0 my-0 h-dvh max-h-none w-full max-w-3xl border-l'
    : 'm-auto w-[calc(100%-2rem)] max-w-lg rounded-lg border max-h-[calc(100dvh-2rem)]';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog; the click is one on the backdrop.
    <dialog
      ref={dialog}
      aria-labelledby={id}
      closedby={kept ? 'none' : 'closerequest'}
      onCancel={(event) => kept && event.preventDefault()}
      // Browsers without `closedby` close it on a second Escape.
      onClose={() => (kept && open ? dialog.current?.showModal() : onClose())}
      onClick={(event) => !steady && !kept && event.target === event.currentTarget && onClose()}
      className={`overflow-y-auto border-line bg-raised p-0 shadow-xl ${place}`}
    >
      {open ? (
        <div className="flex min-h-full flex-col">
          <header className="sticky top-0 z-10 flex items-center justify-between gap-4 border-b border-line bg-raised px-5 py-3">
            <h2 id={id} className="text-lg font-semibold">
              {title}
            </h2>
            {kept ? null : (
              <Button look="ghost" small onClick={onClose} aria-label="Close">
                ✕
              </Button>
            )}
          </header>
          <div className="flex-1 px-5 py-4">{children}</div>
        </div>
      ) : null}
    </dialog>
  );
}
