import type { SavedView } from '@parley/contract';
import { linkOptions } from '@tanstack/react-router';
import { readView } from '../state/view.ts';

const PATHS = {
  overview: '/apps/$appId/overview',
  interactions: '/apps/$appId/interactions',
  sessions: '/apps/$appId/sessions',
  users: '/apps/$appId/users',
  models: '/apps/$appId/models',
  errors: '/apps/$appId/errors',
} as const;

/** The way to what a view shows. Its page reads the rest of the search by itself. */
export function viewLink({ app, page, search }: SavedView) {
  return linkOptions({
    to: PATHS[page],
    params: { appId: app },
    search: { ...search, ...readView(search) },
  });
}
