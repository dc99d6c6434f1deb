/** What users are called, where a page knows no more than their keys: all names in sight are asked for at once. */
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { BatchLookups } from '../api/batch-lookups.ts';
import { call } from '../api/call.ts';
import { userName } from '../lib/user-name.ts';

/** People are seldom renamed. */
const KEPT_MS = 5 * 60_000;

const byApplication = new Map<string, BatchLookups<string>>();

function namesIn(app: string): BatchLookups<string> {
  const known = byApplication.get(app);
  if (known) return known;
  const names = new BatchLookups(async (user) => {
    // A question of a page, which gives up when no answer comes; it is for several, so none of them ends it.
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

/** The name of one; the key until it is there. `known`: it need not be asked for. */
export function useUserName(key: string, known = ''): string {
  const { appId = '' } = useParams({ strict: false });
  const { data } = useQuery({ ...asking(appId, key), enabled: appId !== '' && known === '' });
  return known || data || key;
}

/** The names of several, to be used as text. */
export function useUserNames(keys: readonly string[]): (key: string) => string {
  const { appId = '' } = useParams({ strict: false });
  const asked = appId === '' ? [] : [...new Set(keys)].filter((key) => key !== '');
  const answers = useQueries({ queries: asked.map((key) => asking(appId, key)) });
  const names = new Map(asked.map((key, i) => [key, answers[i]?.data]));
  return (key) => names.get(key) ?? key;
}
