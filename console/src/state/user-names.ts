/** Names of users by key; the names on a page are fetched in one request. */
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { BatchLookups } from '../api/batch-lookups.ts';
import { call } from '../api/call.ts';
import { userName } from '../lib/user-name.ts';

/** Cache time; users are seldom renamed. */
const KEPT_MS = 5 * 60_000;

const byApplication = new Map<string, BatchLookups<string>>();

function namesIn(app: string): BatchLookups<string> {
  const known = byApplication.get(app);
  if (known) return known;
  const names = new BatchLookups(async (user) => {
    // A signal gives it the deadline of a query; it is never aborted, since several components share it.
    const { signal } = new AbortController();
    const query = { app, user: [...user], limit: user.length };
    const { data } = await call('GET /v1/user-names', { query }, signal);
    return new Map(data.map((one) => [one.key, userName(one, one.key)]));
  });
  byApplication.set(app, names);
  return names;
}

const asking = (appId: string, key: string) =>
  queryOptions({
    queryKey: ['user name', appId, key],
    queryFn: async () => (await namesIn(appId).get(key)) ?? key,
    staleTime: KEPT_MS,
  });

/** The name of a user; the key while loading. `known` skips the request. */
export function useUserName(key: string, known = ''): string {
  const { appId = '' } = useParams({ strict: false });
  const { data } = useQuery({ ...asking(appId, key), enabled: appId !== '' && known === '' });
  return known || data || key;
}

/** The names of several users, as text. */
export function useUserNames(keys: readonly string[]): (key: string) => string {
  const { appId = '' } = useParams({ strict: false });
  const asked = appId === '' ? [] : [...new Set(keys)].filter((key) => key !== '');
  const answers = useQueries({ queries: asked.map((key) => asking(appId, key)) });
  const names = new Map(asked.map((key, i) => [key, answers[i]?.data]));
  return (key) => names.get(key) ?? key;
}
