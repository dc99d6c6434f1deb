import type { SavedView } from '@parley/contract';
import { linkOptions } from '@tanstack/react-router';
import { APP_PAGES } from '../pages/page-list.ts';
import { readView } from '../state/view.ts';

/** The link to a saved view. The page reads its own parameters from the rest of the search. */
export function viewLink({ app, page, search }: SavedView) {
  return linkOptions({
    to: `/apps/$appId/${APP_PAGES[page].path}`,
    params: { appId: app },
    search: { ...search, ...readView(search) },
  });
}
