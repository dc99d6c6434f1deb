import type { UserName } from '@parley/contract';
import { call } from '../../api/call.ts';
import { userName } from '../../lib/user-name.ts';
import { rangeIn } from '../../state/view.ts';
import type { SearchPlace, Source } from '../item.ts';

const MAX_USERS = 10;

/** Users by name, email or key. */
export const users: Source = {
  title: 'Users',
  async ask(typed, place, signal) {
    if (!place.appId) return [];
    const query = { app: place.appId, who: typed, limit: MAX_USERS };
    const { data } = await call('GET /v1/user-names', { query }, signal);
    return data.map((user) => itemOf(user, place));
  },
};

function itemOf(user: UserName, { router, view }: SearchPlace) {
  const title = userName(user, user.key);
  return {
    id: `user-${user.key}`,
    title,
    icon: 'users' as const,
    detail: title === user.key ? undefined : (user.email ?? user.key),
    href: router.buildLocation({
      to: '/apps/$appId/users/$userKey',
      params: { appId: user.appId, userKey: user.key },
      search: rangeIn(view),
    }).href,
  };
}
