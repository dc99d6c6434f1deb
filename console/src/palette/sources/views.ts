import { asking } from '../../api/use-ask.ts';
import { viewLink } from '../../views/view-link.ts';
import type { Source } from '../item.ts';

/** The saved views of the application that is looked at: those that the sidebar has. */
export const views: Source = {
  title: 'Views',
  all({ appId, client, router }) {
    if (appId === undefined) return [];
    const list = client.getQueryData(asking('GET /v1/views', { query: { app: appId } }).queryKey);
    return (list?.data ?? []).map((view) => ({
      id: view.id,
      title: view.name,
      detail: view.shared && !view.mine ? `Shared by ${view.createdBy.name}` : undefined,
      icon: view.shared ? 'users' : 'lock',
      words: `view ${view.page}`,
      href: router.buildLocation(viewLink(view)).href,
    }));
  },
};
