import type { Issue } from '@parley/contract';

/** What has to be said before an issue's message: nothing, where the message names the place itself, as most do. */
export function placeOf({ path, message }: Pick<Issue, 'path' | 'message'>): string | null {
  if (path === '') return null;
  const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(^|[^\\w.])${escaped}(?![\\w[])`).test(message) ? null : path;
}
