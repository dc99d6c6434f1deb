import type { SavedView } from '@parley/contract';
import { asking } from '../../api/use-ask.ts';
import { viewLink } from '../../views/view-link.ts';
import type { Source } from '../item.ts';

/** The saved views of the application, from the sidebar's query. */
export const views: Source = {
  title: 'Views',
  all({ appId, router, client }) {
    if (appId === undefined) return [];
    const { queryKey } = asking('GET /v1/views', { query: { app: appId } });
    return (client.getQueryData<{ data: SavedView[] }>(queryKey)?.data ?? []).map((view) => ({
      id: `view-${view.id}`,
      title: view.name,
      icon: view.shared ? ('users' as const) : ('lock' as const),
      detail: view.page,
      href: router.buildLocation(viewLink(view)).href,
    }));
  },
};
