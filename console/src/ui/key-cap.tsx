import type { ReactNode } from 'react';

/** A key as it is on a keyboard. */
export function KeyCap({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line bg-surface px-1 font-sans text-xs text-ink-3">
      {children}
    </kbd>
  );
}
