/** Routes of saved views. */
import { Done } from './accounts.ts';
import type { Route } from './route.ts';
import {
  ListViewsQuery,
  MAX_VIEWS,
  NewViewBody,
  SavedView,
  SavedViewList,
  ViewChanges,
  ViewParams,
} from './views.ts';

const LOGIN = { kind: 'login' } as const;

export const VIEW_ROUTES = {
  listViews: {
    method: 'GET',
    path: '/v1/views',
    tag: 'Views',
    summary: 'List saved views: your own, and those that others share, by name',
    description: 'A read token is nobody: it lists the shared ones of its application.',
    access: { kind: 'application', scope: 'read' },
    query: ListViewsQuery,
    answer: SavedViewList,
  },
  createView: {
    method: 'POST',
    path: '/v1/views',
    tag: 'Views',
    summary: 'Save a view, for yourself or for everybody in the account',
    description: `At most ${MAX_VIEWS} of one person in an application, and no two private or two shared ones of the same name.`,
    access: LOGIN,
    body: NewViewBody,
    example: {
      app: 'app_1c5f6ab3d2e94f7a80',
      name: 'Refused by OpenAI',
      page: 'errors',
      search: { range: '7d', provider: ['openai'], 'label.environment': ['production'] },
      shared: true,
    },
    answer: SavedView,
    errors: ['forbidden', 'conflict'],
    audit: 'view.create',
  },
  updateView: {
    method: 'PATCH',
    path: '/v1/views/:viewId',
    tag: 'Views',
    summary: 'Rename a view, share it, or change what it shows',
    description:
      'Your own ones, and with the role of an owner or admin the shared ones of others. Somebody else’s private view is not there.',
    access: LOGIN,
    params: ViewParams,
    body: ViewChanges,
    example: { name: 'Refused this month', search: { range: '30d', provider: ['openai'] } },
    answer: SavedView,
    errors: ['forbidden', 'conflict'],
    audit: 'view.update',
  },
  deleteView: {
    method: 'DELETE',
    path: '/v1/views/:viewId',
    tag: 'Views',
    summary: 'Delete a view',
    access: LOGIN,
    params: ViewParams,
    answer: Done,
    errors: ['forbidden'],
    audit: 'view.delete',
  },
} as const satisfies Record<string, Route>;
