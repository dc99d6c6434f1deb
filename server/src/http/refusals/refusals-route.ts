/**
 * `GET /v1/refusals`: requests with wrong keys, or that could not be read, for whoever waits for a first interaction.
 * Who may see one: of keys that belong to an application, whoever may read it. Of any other, whoever asks from
 * where it came: that is their own request, or one from their own network.
 */
import type { RefusedRequest } from '@parley/contract';
import { knownKeys } from '../../accounts/keys/key-ends.ts';
import type { Bind } from '../bind.ts';
import type { People } from '../people/people.ts';
import { explain, type KeyReason, reasonForOthers } from './explain.ts';
import type { Refused, RefusedRequests } from './refused-requests.ts';
import { senderOf } from './sender.ts';
import type { KeyTraces } from './sent-keys.ts';
import { wordsFor } from './words.ts';

export type RefusalSources = { refusals: RefusedRequests; people: People };

/** Of an answer. */
const MOST = 20;

export function refusalsRoute(bind: Bind, { refusals, people }: RefusalSources): void {
  bind('listRefusals', async ({ asker, request }) => {
    const recent = refusals.list();
    // Pages ask again and again, mostly for nothing.
    if (recent.length === 0) return { data: [] };
    const known = await knownKeys(people.db, asker.apps);
    const { network } = senderOf(request.raw, people.trustProxy);
    const here = new Set(network === null ? [] : recent.filter((refused) => refused.network === network));

    const shown = recent.flatMap((refused): RefusedRequest[] => {
      const { why, at } = refused;
      if ('unreadable' in why)
        return here.has(refused) ? [show(refused, null, 'unreadable', why.unreadable)] : [];
      const explained = explain(why.keys, known, at);
      if (explained === 'valid') return [];
      if (explained) return [showKeys(refused, why.keys, explained.reason, explained.appId)];
      return here.has(refused) ? [showKeys(refused, why.keys, reasonForOthers(why.keys), null)] : [];
    });
    return { data: shown.slice(0, MOST) };
  });
}

function showKeys(refused: Refused, keys: KeyTraces, reason: KeyReason, appId: string | null) {
  return show(refused, appId, reason, wordsFor(reason, keys, refused.path), keys.ending || null);
}

function show(
  { at, count, path, address, userAgent }: Refused,
  appId: string | null,
  reason: RefusedRequest['reason'],
  message: string,
  keyEnding: string | null = null,
): RefusedRequest {
  const last = new Date(at).toISOString();
  return { appId, at: last, count, reason, message, keyEnding, path, address, userAgent };
}
