import type { ViewPage } from '@parley/contract';
import { useLocation, useSearch } from '@tanstack/react-router';
import { type ShownPage, searchToKeep } from './view-search.ts';

const PAGES: readonly ViewPage[] = ['overview', 'interactions', 'sessions', 'users', 'models', 'errors'];

/** What is looked at right now, if it is a page that can be kept as a view. */
export function useShownPage(): ShownPage | null {
  const { pathname } = useLocation();
  const search = useSearch({ strict: false });
  const [, apps, , path, more] = pathname.split('/');
  const page = apps === 'apps' && more === undefined ? PAGES.find((name) => name === path) : undefined;
  return page === undefined ? null : { page, search: searchToKeep(search) };
}
