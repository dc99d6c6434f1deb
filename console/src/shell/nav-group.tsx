import { type ReactNode, useId } from 'react';

/** The style of links in the sidebar and its menus. */
export const NAV_LINK =
  'flex min-h-8 items-center gap-2.5 rounded-md px-2.5 text-left text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-strong';

/** A group of pages below a heading. */
export function NavGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-0.5">
      <h2 id={id} className="px-2.5 pb-1 text-xs font-medium text-ink-3">
        {title}
      </h2>
      {children}
    </section>
  );
}
