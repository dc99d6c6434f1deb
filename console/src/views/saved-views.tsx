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

/** Number of views shown before "Show all". */
const COLLAPSED_COUNT = 8;

/** The saved views of an application, in the sidebar. */
export function SavedViews({ appId }: { appId: string }) {
  const views = useViews(appId);
  const shown = useShownPage();
  const [all, setAll] = useState(false);
  if (views.length === 0) return null;
  return (
    <NavGroup title="Views">
      <ul className="flex flex-col gap-0.5">
        {(all ? views : views.slice(0, COLLAPSED_COUNT)).map((view) => (
          <ViewEntry key={view.id} view={view} shown={shown} />
        ))}
      </ul>
      {views.length > COLLAPSED_COUNT ? (
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
        // Otherwise a narrower search would count as the view.
        activeOptions={{ exact: true }}
        aria-current={isShown(view, shown) ? 'page' : undefined}
        title={view.name}
        // Closes the drawer, since a view of the open page does not change the path.
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
