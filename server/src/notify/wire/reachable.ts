/** Where messages may be sent. */
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './private-addresses.ts';
import { type Resolve, resolveByServers, resolveBySystem } from './resolve.ts';

export type Reach = {
  /** Without TLS, too. */
  http: boolean;
  allows: (address: string) => boolean;
  resolve: Resolve;
};

export const PUBLIC_ONLY: Reach = { http: false, allows: isPublicAddress, resolve: resolveByServers() };
/** For operators who send to their own network: `PARLEY_WEBHOOK_PRIVATE=allow`. */
export const EVERYWHERE: Reach = { http: true, allows: () => true, resolve: resolveBySystem };

/** What is wrong with an address before it is looked up; null if nothing is. */
export function addressProblem(text: string, { http, allows }: Reach): string | null {
  if (!URL.canParse(text)) return 'This is not an address.';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(http && url.protocol === 'http:'))
    return http
      ? 'The address must begin with https:// or http://.'
      : 'The address must begin with https://.';
  if (url.username !== '' || url.password !== '')
    return 'The address must not have a user name or a password.';
  const host = hostOf(url);
  if (isIP(host) !== 0 && !allows(host)) return refusalOf(host);
  return null;
}

/** The host as sockets know it: IPv6 without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

/**
 * The lookup of a connection: resolves, checks, and hands the socket what was checked. There is no second lookup in
 * which the name could become another address.
 */
export function pinnedLookup({ allows, resolve }: Reach): LookupFunction {
  return (host, options, answer) => {
    const failed = (error: unknown) => answer(error instanceof Error ? error : new Error(String(error)), '');
    resolve(host).then((addresses) => {
      const [first] = addresses;
      const refused = addresses.find((address) => !allows(address));
      if (first === undefined) failed(new Error(`${host} has no address.`));
      // One bad address among good ones is a trick, too.
      else if (refused !== undefined) failed(new Error(refusalOf(host)));
      else if (options.all)
        answer(
          null,
          addresses.map((address) => ({ address, family: isIP(address) })),
        );
      else answer(null, first, isIP(first));
    }, failed);
  };
}

/** Does not say where the name leads, which is nobody's business outside the network. */
function refusalOf(host: string): string {
  return `${host} is a private address, which this server does not send to.`;
}
