/** Names to addresses. */
import { lookup, Resolver } from 'node:dns/promises';

export type Resolve = (host: string) => Promise<string[]>;

/** As the system does it, with its hosts file. It takes one of the process's few threads until it has answered. */
export const resolveBySystem: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** Two seconds, and then four. */
const PATIENCE = { timeout: 2000, tries: 2 };

/**
 * Asks the name servers without a thread, so that one that never answers delays no lookup of another channel. What they do not
 * know, such as `localhost`, the system may.
 */
export function resolveByServers(resolver = new Resolver(PATIENCE)): Resolve {
  return async (host) => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (addresses.length > 0) return addresses;
    if (found.some((one) => one.status === 'rejected' && isTimeout(one.reason)))
      throw new Error(`The name servers did not answer for ${host}.`);
    return resolveBySystem(host);
  };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ETIMEOUT';
}
