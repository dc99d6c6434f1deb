/** Why keys were refused, as far as some applications are concerned. */
import type { RefusedRequest } from '@parley/contract';
import type { KnownKeys } from '../../accounts/keys/known-keys.ts';
import type { KeyTraces } from './sent-keys.ts';

export type KeyReason = Exclude<RefusedRequest['reason'], 'unreadable'>;
/** `valid`: the keys were right, or are by now. */
export type Explanation = { appId: string; reason: KeyReason | 'valid' };

/** Null if no key belongs to these applications. */
export function explain(sent: KeyTraces, applications: readonly KnownKeys[], at: number): Explanation | null {
  for (const known of applications) {
    const reason = reasonFor(sent, known, at);
    if (reason) return { appId: known.appId, reason };
  }
  return null;
}

function reasonFor(sent: KeyTraces, known: KnownKeys, at: number): KeyReason | 'valid' | null {
  const names = sent.appKeyHash === known.appKeyHash;
  const key = known.apiKeys.get(sent.apiKeyHash ?? '');
  if (sent.apiKeyHash === known.appKeyHash || known.apiKeys.has(sent.appKeyHash ?? '')) return 'swapped';
  if (key && !names) return sent.appKeyHash === null ? 'missing' : 'wrong_app_key';
  if (!names) return null;
  if (!key) return sent.apiKeyHash === null ? 'missing' : 'unknown';
  if (key.revokedAt !== null) return 'revoked';
  if (key.expiresAt !== null && key.expiresAt <= at) return 'expired';
  return known.isArchived ? 'archived' : 'valid';
}
