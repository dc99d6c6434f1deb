/** Servers of an address: `http(s)://user:password@host:port/database?setting=value`, separated by commas. */

export type ServerUrl = {
  /** With credentials, without path and query. */
  url: URL;
  database: string;
  /** ClickHouse settings of every statement that does not override them. */
  settings: Record<string, string>;
};

/** A comma before the next address; any other may be part of a password. */
const SEPARATOR = /\s*,\s*(?=https?:\/\/)/;

export function splitUrls(urls: string): string[] {
  return urls.trim().split(SEPARATOR);
}

export function serversOf(urls: string, fallback: string): ServerUrl[] {
  return splitUrls(urls).map((text) => {
    const url = new URL(text);
    const database = decodeURIComponent(url.pathname.slice(1)) || fallback;
    const settings = Object.fromEntries(url.searchParams);
    url.pathname = '/';
    url.search = '';
    return { url, database, settings };
  });
}
