import { useAsk } from '../api/use-ask.ts';
import { accountOf, mayIn, useMe } from '../state/me.ts';

/** The names of people who may have scored, by their addresses. */
export function useAuthorNames(appId: string): ReadonlyMap<string, string> {
  const me = useMe();
  const account = accountOf(me, appId);
  const { data } = useAsk(
    'GET /v1/accounts/:accountId/members',
    { params: { accountId: account?.id ?? '' } },
    { enabled: mayIn(account, 'account:read') },
  );
  const members = (data?.data ?? []).map(({ email, name }) => [email, name || email] as const);
  return new Map([...members, [me.person.email, 'You']]);
}
