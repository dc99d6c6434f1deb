import { call } from '../../api/call.ts';
import { userName } from '../../lib/user-name.ts';
import type { Source } from '../item.ts';
import { best } from '../match.ts';

/** Those who came last of all that fit. */
const NEWEST = 50;

/** By any part of their name, address or key. */
export const users: Source = {
  title: 'Users',
  async ask(typed, { appId, router }, signal) {
    if (!appId) return [];
    const query = { app: appId, who: typed, limit: NEWEST };
    const { data } = await call('GET /v1/user-names', { query }, signal);
    const items = data.map((user) => {
      const { key, email } = user;
      const title = userName(user, key);
      return {
        id: `user-${key}`,
        title,
        icon: 'users' as const,
        detail: title === key ? undefined : title === email ? key : (email ?? key),
        words: `${key} ${email ?? ''}`,
        href: router.buildLocation({
          to: '/apps/$appId/users/$userKey',
          params: { appId, userKey: key },
        }).href,
      };
    });
    return best(typed, items);
  },
};
