/** The one client for both sizes of the store: the embedded engine's socket, or a ClickHouse server. */
import { Agent } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';

export type StoreAddress =
  | { kind: 'embedded'; socketPath: string }
  /** `http(s)://user:password@host:port/database` */
  | { kind: 'remote'; url: string };

export const EMBEDDED_DATABASE = 'parley';

/** Inserts of a full batch into a busy store; queries bring their own limit. */
const REQUEST_TIMEOUT_MS = 120_000;

export function databaseOf(address: StoreAddress): string {
  if (address.kind === 'embedded') return EMBEDDED_DATABASE;
  return decodeURIComponent(new URL(address.url).pathname.slice(1)) || EMBEDDED_DATABASE;
}

/** `database` overrides the address's own, for the moment before that exists. */
export function connect(
  address: StoreAddress,
  database = databaseOf(address),
  request_timeout = REQUEST_TIMEOUT_MS,
): ClickHouseClient {
  const shared = {
    database,
    application: 'parley',
    request_timeout,
    // Failures are reported by whoever asked, once.
    log: { level: ClickHouseLogLevel.OFF },
  };
  if (address.kind === 'embedded') {
    const http_agent = new SocketAgent(address.socketPath);
    return createClient({ ...shared, url: 'http://engine', http_agent });
  }
  const url = new URL(address.url);
  url.pathname = '/';
  return createClient({ ...shared, url, max_open_connections: 16 });
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
