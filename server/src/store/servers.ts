/** The servers of an address: `http(s)://user:password@host:port/database?setting=value`, several by commas. */

export type ServerUrl = {
  /** With the credentials, and with nothing behind the host. */
  url: URL;
  database: string;
  /** Settings of ClickHouse that every statement is sent with, unless it brings its own. */
  settings: Record<string, string>;
};

/** A comma may be part of a password; one before the next address is not. */
const BETWEEN = /\s*,\s*(?=https?:\/\/)/;

export function splitUrls(urls: string): string[] {
  return urls.trim().split(BETWEEN);
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
