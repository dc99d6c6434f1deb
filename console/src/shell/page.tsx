import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { askMe } from '../state/me.ts';

type Props = {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
  /** As wide as the window. */
  wide?: boolean;
  /** Wider, for charts and tables. */
  roomy?: boolean;
  /** As tall as the window, with scrolling inside. */
  fill?: boolean;
};

const FILL = 'h-[calc(100dvh-3rem)] min-h-96 lg:h-dvh';

/** A page's heading and frame. The heading and the application's name are the window's title. */
export function Page({ title, aside, children, wide, roomy, fill }: Props) {
  const name = useApplicationName();
  useEffect(() => {
    const about = name === undefined || title.includes(name) ? [title] : [title, name];
    document.title = [...about, 'Parley'].join(' · ');
  }, [title, name]);
  const width = wide ? 'max-w-none' : roomy ? 'max-w-[1900px]' : 'max-w-[1400px]';
  return (
    <div className={`mx-auto flex flex-col gap-4 px-4 py-5 sm:px-6 ${width} ${fill ? FILL : ''}`}>
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

/** From the cache only: not all pages are behind the sign-in. */
function useApplicationName(): string | undefined {
  const { appId } = useParams({ strict: false });
  const { data } = useQuery({ ...askMe(), enabled: false });
  return data?.applications.find(({ id }) => id === appId)?.name;
}
