import { type ReactNode, useEffect } from 'react';

type Props = {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
  wide?: boolean;
  /** As tall as the window: what scrolls is inside. */
  fill?: boolean;
};

const FILL = 'h-[calc(100dvh-3rem)] min-h-96 lg:h-dvh';

/** A page's heading and its frame; the heading is the window's title, too. */
export function Page({ title, aside, children, wide, fill }: Props) {
  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  return (
    <div
      className={`mx-auto flex flex-col gap-4 px-4 py-5 sm:px-6 ${wide ? 'max-w-none' : 'max-w-[1400px]'} ${fill ? FILL : ''}`}
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 dir="auto" className="min-w-0 text-xl font-semibold wrap-anywhere">
          {title}
        </h1>
        {aside}
      </header>
      {children}
    </div>
  );
}
