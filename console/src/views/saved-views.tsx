import type { SavedView } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { NAV_LINK, NavGroup } from '../shell/nav-group.tsx';
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
  const views = useViews(appId);
  const shown = useShownPage();
  const [all, setAll] = useState(false);
  if (views.length === 0) return null;
  return (
    <NavGroup title="Views">
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
    </NavGroup>
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
        className={`${NAV_LINK} min-w-0 flex-1`}
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
