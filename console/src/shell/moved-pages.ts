import { type ParsedLocation, redirect } from '@tanstack/react-router';

/** Pages whose address has changed: bookmarks and shared links keep working. */
const MOVED: readonly [from: RegExp, to: string][] = [
  [/^\/all$/, '/applications'],
  [/^(\/apps\/[^/]+)\/start$/, '$1/connect'],
  [/^(\/apps\/[^/]+)\/intake$/, '$1/ingestion'],
];

/** The address of a page today; any other address is returned as it is. */
export function currentAddress(pathname: string): string {
  const [from, to] = MOVED.find(([old]) => old.test(pathname)) ?? [];
  return from === undefined || to === undefined ? pathname : pathname.replace(from, to);
}

/** Redirects from the old address of a page, keeping search and hash. */
export function redirectMoved({ pathname, searchStr, hash }: ParsedLocation): void {
  const current = currentAddress(pathname);
  if (current === pathname) return;
  throw redirect({ href: `${current}${searchStr}${hash && `#${hash}`}`, replace: true });
}
