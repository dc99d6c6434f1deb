import type { SavedView } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useShownPage } from './use-shown-page.ts';
import { useViews } from './use-views.ts';
import { ViewIcon } from './view-icon.tsx';
import { viewLink } from './view-link.ts';
import { ViewMenu } from './view-menu.tsx';
import { isShown, type ShownPage } from './view-search.ts';

/** As many as a sidebar has room for beside its pages. */
const FIRST = 8;

/** The saved views of an application, in the sidebar. */
export function SavedViews({ appId }: { appId: string }) {
  const id = useId();
  const views = useViews(appId);
  const shown = useShownPage();
  const [all, setAll] = useState(false);
  if (views.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex flex-col gap-0.5">
      <h2 id={id} className="px-2.5 pb-1 text-xs font-medium text-ink-3">
        Views
      </h2>
      <ul className="flex flex-col gap-0.5">
        {(all ? views : views.slice(0, FIRST)).map((view) => (
          <ViewEntry key={view.id} view={view} shown={shown} />
        ))}
      </ul>
      {views.length > FIRST ? (
        <button
          type="button"
          aria-expanded={all}
          onClick={() => setAll(!all)}
          className="h-8 rounded-md px-2.5 text-left text-sm text-ink-3 hover:bg-sunken hover:text-ink"
        >
          {all ? 'Show fewer' : `Show all ${views.length}`}
        </button>
      ) : null}
    </section>
  );
}

function ViewEntry({ view, shown }: { view: SavedView; shown: ShownPage | null }) {
  return (
    <li className="group flex items-center gap-0.5">
      <Link
        {...viewLink(view)}
        // Else everything that is narrower than the view would count as the view.
        activeOptions={{ exact: true }}
        aria-current={isShown(view, shown) ? 'page' : undefined}
        title={view.name}
        // A view of the page that is open leads to no other page, which would close the drawer.
        onClick={({ currentTarget }) => currentTarget.closest('dialog')?.close()}
        className="flex min-h-8 min-w-0 flex-1 items-center gap-2.5 rounded-md px-2.5 text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent-strong"
      >
        <span dir="auto" className="min-w-0 truncate">
          {view.name}
        </span>
        <ViewIcon view={view} className="order-first" />
      </Link>
      <ViewMenu view={view} />
    </li>
  );
}
