import type { Issue } from '@parley/contract';

/** The path to show before an issue's message; empty if the message names it, as most do. */
export function placeOf({ path, message }: Pick<Issue, 'path' | 'message'>): string | null {
  if (path === '') return null;
  const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(^|[^\\w.])${escaped}(?![\\w[])`).test(message) ? null : path;
}
