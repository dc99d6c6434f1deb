import type { ReactNode } from 'react';

/** The style of a link to a section. */
export const SECTION_LINK =
  'inline-flex h-9 items-center border-b-2 border-transparent px-0.5 whitespace-nowrap text-ink-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink';

/** Navigation between the sections of a page. */
export function SectionNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    // A line that is no border: links that overlapped one would give what scrolls sideways a second scroll bar.
    <nav
      aria-label={label}
      className="flex gap-4 overflow-x-auto shadow-[inset_0_-1px_var(--color-line)] sm:gap-5"
    >
      {children}
    </nav>
  );
}
