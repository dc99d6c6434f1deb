import type { ViewPage } from '@parley/contract';
import { useLocation, useSearch } from '@tanstack/react-router';
import { APP_PAGES, type AppPageName } from '../pages/page-list.ts';
import { pageAt } from '../shell/page-link.ts';
import { type ShownPage, searchToKeep } from './view-search.ts';

/** The page on screen as a view could be saved of it; null where none can. */
export function useShownPage(): ShownPage | null {
  const { pathname } = useLocation();
  const search = useSearch({ strict: false });
  const at = pageAt(pathname);
  if (at === undefined || at.rest !== undefined || !isSavable(at.name)) return null;
  return { page: at.name, search: searchToKeep(search) };
}

function isSavable(name: AppPageName): name is ViewPage {
  return APP_PAGES[name].savable;
}
