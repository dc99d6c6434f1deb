/** The layout of a connection, detected with its first query and cached. */
import { databaseOf, eachServer, type StoreAddress } from '../client.ts';
import type { StoreClient } from '../failover.ts';
import { detectLayout, type Wanted } from './detect-layout.ts';
import { type Layout, SINGLE } from './layout.ts';

export function layoutOf(address: StoreAddress, client: StoreClient): () => Promise<Layout> {
  const known = knownLayout(address);
  if (known) return async () => known;
  const wanted = wantedBy(address);
  let detected: Promise<Layout> | undefined;
  return () => {
    detected ??= detectLayout(client, wanted).catch((error: unknown) => {
      // The server was down or misconfigured: the next query detects again.
      detected = undefined;
      throw error;
    });
    return detected;
  };
}

/** The layout where it is known without asking a server. */
export function knownLayout(address: StoreAddress): Layout | undefined {
  return address.kind === 'embedded' ? SINGLE : address.layout;
}

export function wantedBy(address: StoreAddress): Wanted {
  return {
    database: databaseOf(address),
    cluster: (address.kind === 'remote' && address.cluster) || null,
    servers: eachServer(address).length,
  };
}
