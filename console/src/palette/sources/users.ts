import type { UserSummary } from '@parley/contract';
import { call } from '../../api/call.ts';
import { asking } from '../../api/use-ask.ts';
import { nameOf } from '../../pages/users/user-columns.tsx';
import type { Place, Source } from '../item.ts';
import { best } from '../match.ts';

/** Those who came last; whoever came before them is found by their key. */
const NEWEST = 500;
/** They are asked for once for many words. */
const FRESH_MS = 60_000;

export const users: Source = {
  title: 'Users',
  async ask(typed, place, signal) {
    const { appId, client } = place;
    if (!appId) return [];
    const query = { app: appId, identified: true };
    const [newest, named] = await Promise.all([
      client.fetchQuery({
        ...asking('GET /v1/users', { query: { ...query, limit: NEWEST } }),
        staleTime: FRESH_MS,
      }),
      call('GET /v1/users', { query: { ...query, user: typed, limit: 1 } }, signal),
    ]);
    const others = newest.data.filter(({ key }) => key !== typed);
    return [...named.data, ...best(typed, others.map(findable))].map((user) => itemOf(user, place));
  },
};

const findable = (user: UserSummary) => ({
  ...user,
  title: nameOf(user),
  words: `${user.key} ${user.email ?? ''}`,
});

function itemOf(user: UserSummary, { router }: Place) {
  const title = nameOf(user);
  return {
    id: `user-${user.key}`,
    title,
    icon: 'users' as const,
    detail: title === user.key ? undefined : (user.email ?? user.key),
    href: router.buildLocation({
      to: '/apps/$appId/users/$userKey',
      params: { appId: user.appId, userKey: user.key },
    }).href,
  };
}
