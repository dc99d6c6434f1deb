import type { ReactNode } from 'react';

type Props = {
  /** Whether the item has the focus when the menu opens. */
  first: boolean;
  onChoose: () => void;
  children: ReactNode;
};

export function MenuItem({ first, onChoose, children }: Props) {
  return (
    <button
      type="button"
      // biome-ignore lint/a11y/noAutofocus: the menu was just opened.
      autoFocus={first}
      onClick={onChoose}
      className="rounded-md px-2.5 py-1.5 text-left wrap-anywhere hover:bg-sunken"
    >
      {children}
    </button>
  );
}
