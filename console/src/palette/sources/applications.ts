import { accountOf } from '../../state/me.ts';
import { rangeIn } from '../../state/view.ts';
import type { Source } from '../item.ts';

/** The other applications, with the same range. */
export const applications: Source = {
  title: 'Applications',
  all({ me, appId, view, router }) {
    return me.applications
      .filter(({ id }) => id !== appId)
      .map(({ id, name, archivedAt }) => ({
        id: `application-${id}`,
        title: name,
        icon: 'application' as const,
        detail: archivedAt === null ? accountOf(me, id)?.name : 'Archived',
        href: router.buildLocation({
          to: '/apps/$appId/overview',
          params: { appId: id },
          search: rangeIn(view),
        }).href,
      }));
  },
};
