/** The rejections seen in this browser: all up to a time of the server's clock. */
import type { Rejection } from '@parley/contract';

/** The highest number shown; one more row is fetched to tell whether there are more. */
export const MAX_NEW = 99;

const keyOf = (appId: string) => `rejections seen ${appId}`;

export function seenUntil(appId: string): string {
  return localStorage.getItem(keyOf(appId)) ?? '';
}

type Received = Pick<Rejection, 'receivedAt'>;

/** Never moves back: an answer may be older than the previous one. */
export function remember(appId: string, rejections: readonly Received[]): void {
  const newest = rejections.map(({ receivedAt }) => receivedAt).sort();
  const last = newest.at(-1);
  if (last !== undefined && last > seenUntil(appId)) localStorage.setItem(keyOf(appId), last);
}

/** Null for none. */
export function newCount(rejections: readonly Received[], seen: string): string | null {
  const count = rejections.filter(({ receivedAt }) => receivedAt > seen).length;
  if (count === 0) return null;
  return count > MAX_NEW ? `${MAX_NEW}+` : String(count);
}
