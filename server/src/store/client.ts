/** The one client for both sizes of the store: the embedded engine's socket, or ClickHouse servers. */
import { Agent } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { FailoverClient, type StoreClient } from './failover.ts';
import type { Layout } from './layout/layout.ts';
import { type ServerUrl, serversOf, splitUrls } from './servers.ts';

export type StoreAddress = { kind: 'embedded'; socketPath: string } | RemoteAddress;

/** Plain data: it goes to other threads. */
export type RemoteAddress = {
  kind: 'remote';
  /** `http(s)://user:password@host:port/database?setting=value`; several, separated by commas. */
  url: string;
  /** The name of a cluster of these servers. */
  cluster?: string | null;
  /** How many replicas must have a batch before it counts as stored: a number, or `auto`. */
  quorum?: string | null;
  /** Where it is known already, nobody asks for it. */
  layout?: Layout;
};

export const EMBEDDED_DATABASE = 'parley';

/** Inserts of a full batch into a busy store; queries bring their own limit. */
const REQUEST_TIMEOUT_MS = 120_000;

export function databaseOf(address: StoreAddress): string {
  if (address.kind === 'embedded') return EMBEDDED_DATABASE;
  return serversOf(address.url, EMBEDDED_DATABASE)[0]?.database ?? EMBEDDED_DATABASE;
}

/** What tells these tables from those of another cluster or database. */
export function nameOfTables(address: StoreAddress): string {
  return `${address.kind === 'remote' ? (address.cluster ?? '') : ''}/${databaseOf(address)}`;
}

/** The same store by each of its servers alone. */
export function eachServer(address: StoreAddress): StoreAddress[] {
  if (address.kind === 'embedded') return [address];
  return splitUrls(address.url).map((url) => ({ ...address, url }));
}

/** `database` overrides the address's own, for the moment before that exists. */
export function connect(
  address: StoreAddress,
  database = databaseOf(address),
  request_timeout = REQUEST_TIMEOUT_MS,
): StoreClient {
  const shared = {
    database,
    application: 'parley',
    request_timeout,
    // Failures are reported by whoever asked, once.
    log: { level: ClickHouseLogLevel.OFF },
  };
  if (address.kind === 'embedded') {
    const http_agent = new SocketAgent(address.socketPath);
    return new FailoverClient([createClient({ ...shared, url: 'http://engine', http_agent })]);
  }
  const client = ({ url, settings }: ServerUrl) =>
    createClient({ ...shared, url, clickhouse_settings: settings, max_open_connections: 16 });
  return new FailoverClient(serversOf(address.url, EMBEDDED_DATABASE).map(client));
}

class SocketAgent extends Agent {
  readonly #path: string;

  constructor(path: string) {
    super({ keepAlive: true, maxSockets: 16 });
    this.#path = path;
  }

  override createConnection() {
    return connectSocket(this.#path);
  }
}
