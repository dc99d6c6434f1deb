import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';

type Props = {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
  side?: boolean;
  /** A click outside does not close it, since its contents are not shown again. */
  steady?: boolean;
};

/** The native dialog: focus stays inside, Escape closes it, the page behind is inert. */
export function Dialog({ open, title, onClose, children, side, steady }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (open && element && !element.open) {
      element.showModal();
      // Focuses `data-autofocus`; otherwise the browser focuses the close button.
      element.querySelector<HTMLElement>('[data-autofocus]')?.focus();
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
      onClose={onClose}
      onClick={(event) => !steady && event.target === event.currentTarget && onClose()}
      className={`overflow-y-auto border-line bg-raised p-0 shadow-xl ${place}`}
    >
      {open ? (
        <div className="flex min-h-full flex-col">
          <header className="sticky top-0 z-10 flex items-center justify-between gap-4 border-b border-line bg-raised px-5 py-3">
            <h2 id={id} className="text-lg font-semibold">
              {title}
            </h2>
            <Button look="ghost" small onClick={onClose} aria-label="Close">
              ✕
            </Button>
          </header>
          <div className="flex-1 px-5 py-4">{children}</div>
        </div>
      ) : null}
    </dialog>
  );
}
