import type { ReactNode } from 'react';

type Props = { title?: string; aside?: ReactNode; children: ReactNode; className?: string; flush?: boolean };

/** A table fills the card, and has no frame of its own. */
const FLUSH =
  'overflow-hidden rounded-b-lg *:data-list:rounded-none *:data-list:border-x-0 *:data-list:border-b-0 [&_:is(th,td):first-child]:pl-4 [&_:is(th,td):last-child]:pr-4';

export function Card({ title, aside, children, className = '', flush }: Props) {
  return (
    <section aria-label={title} className={`min-w-0 rounded-lg border border-line bg-surface ${className}`}>
      {title || aside ? (
        <header className="flex min-h-11 items-center justify-between gap-3 px-4 pt-2.5">
          {title ? <h2 className="font-semibold">{title}</h2> : <span />}
          {aside}
        </header>
      ) : null}
      <div className={flush ? FLUSH : `px-4 pb-4 ${title || aside ? 'pt-2' : 'pt-4'}`}>{children}</div>
    </section>
  );
}
