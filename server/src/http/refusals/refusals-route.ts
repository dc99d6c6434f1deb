/**
 * `GET /v1/refusals`: requests with wrong keys, or that could not be read, for people who wait for a first
 * interaction. Readers of an application see requests with one of its keys, which may be their own. Other
 * requests are shown to nobody. The client's address is no evidence: many tenants may share one.
 */
import type { RefusedRequest } from '@parley/contract';
import { knownKeys } from '../../accounts/keys/known-keys.ts';
import type { Bind } from '../bind.ts';
import type { PeopleContext } from '../people/people-context.ts';
import { explain } from './explain.ts';
import { explanationFor } from './explanations.ts';
import type { Refused, RefusedRequests } from './refused-requests.ts';

export type RefusalSources = { refusals: RefusedRequests; people: PeopleContext };

/** In a response. */
const MAX_LISTED = 20;

export function refusalsRoute(bind: Bind, { refusals, people }: RefusalSources): void {
  bind('listRefusals', async ({ asker }) => {
    const recent = refusals.list();
    // Pages poll this, mostly for nothing.
    if (recent.length === 0) return { data: [] };
    const known = await knownKeys(people.db, asker.apps);
    const shown = recent.flatMap((refused): RefusedRequest[] => {
      const { keys, unreadable, at } = refused;
      const explained = explain(keys, known, at);
      if (!explained) return [];
      const { appId, reason } = explained;
      if (unreadable !== null) return [show(refused, appId, 'unreadable', unreadable)];
      // A key that was created meanwhile is no reason any more.
      if (reason === 'valid') return [];
      const words = explanationFor(reason, keys, refused.path);
      return [show(refused, appId, reason, words, keys.ending || null)];
    });
    return { data: shown.slice(0, MAX_LISTED) };
  });
}

function show(
  { at, count, path, address, userAgent }: Refused,
  appId: string,
  reason: RefusedRequest['reason'],
  message: string,
  keyEnding: string | null = null,
): RefusedRequest {
  const last = new Date(at).toISOString();
  return { appId, at: last, count, reason, message, keyEnding, path, address, userAgent };
}
