/** The client of the store: over the embedded engine's socket, or to ClickHouse servers. */
import { Agent } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { FailoverClient, type StoreClient } from './failover.ts';
import type { Layout } from './layout/layout.ts';
import { type ServerUrl, serversOf, splitUrls } from './servers.ts';

export type StoreAddress = { kind: 'embedded'; socketPath: string } | RemoteAddress;

/** Plain data, since it is sent to other threads. */
export type RemoteAddress = {
  kind: 'remote';
  /** `http(s)://user:password@host:port/database?setting=value`; several, separated by commas. */
  url: string;
  /** The name of a cluster of these servers. */
  cluster?: string | null;
  /** Number of replicas that must have a batch before it counts as stored, or `auto`. */
  quorum?: string | null;
  /** Skips detection where it is known already. */
  layout?: Layout;
};

export const EMBEDDED_DATABASE = 'parley';

/** Timeout of an insert of a full batch into a busy store; queries have their own limit. */
const REQUEST_TIMEOUT_MS = 120_000;

export function databaseOf(address: StoreAddress): string {
  if (address.kind === 'embedded') return EMBEDDED_DATABASE;
  return serversOf(address.url, EMBEDDED_DATABASE)[0]?.database ?? EMBEDDED_DATABASE;
}

/** Identifies the tables of a cluster and database. */
export function nameOfTables(address: StoreAddress): string {
  return `${address.kind === 'remote' ? (address.cluster ?? '') : ''}/${databaseOf(address)}`;
}

/** An address per server of the store. */
export function eachServer(address: StoreAddress): StoreAddress[] {
  if (address.kind === 'embedded') return [address];
  return splitUrls(address.url).map((url) => ({ ...address, url }));
}

/** `database` overrides that of the address, which may not exist yet. */
export function connect(
  address: StoreAddress,
  database = databaseOf(address),
  request_timeout = REQUEST_TIMEOUT_MS,
): StoreClient {
  const shared = {
    database,
    application: 'parley',
    request_timeout,
    // Callers log failures, once.
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
