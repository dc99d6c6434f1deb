/**
 * One server or several as one client. It stays with the server that answered last. A request that cannot connect goes
 * to the next server, and so does a query that breaks off; a query is retried even on the only server, since a server
 * may close a kept-alive connection just when it is used. A changing statement that breaks off may have run: it fails,
 * and the next one goes to another server.
 */
import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';

export type StoreClient = Pick<ClickHouseClient, 'query' | 'exec' | 'command' | 'insert' | 'ping' | 'close'>;

const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
]);

/** Minimum number of attempts of a query. */
const QUERY_ATTEMPTS = 2;
/** Timeout of the ping before rows are sent. */
const PING_TIMEOUT_MS = 5000;

type Asking = {
  signal: AbortSignal | undefined;
  /** Safe to run twice. */
  harmless?: boolean;
  tries?: number;
};

export class FailoverClient implements StoreClient {
  readonly #clients: readonly ClickHouseClient[];
  #current = 0;

  constructor(clients: readonly ClickHouseClient[]) {
    this.#clients = clients;
  }

  readonly query: StoreClient['query'] = (params) =>
    this.#ask((client) => client.query(params), {
      signal: params.abort_signal,
      harmless: true,
      tries: Math.max(QUERY_ATTEMPTS, this.#clients.length),
    });

  /** Changing statements are sent once only, so a reachable server is found first. */
  readonly command: StoreClient['command'] = async (params) => {
    await this.#findServer();
    return this.#ask((client) => client.command(params), { signal: params.abort_signal });
  };

  readonly exec: StoreClient['exec'] = async (params) => {
    await this.#findServer();
    return this.#ask((client) => client.exec(params), { signal: params.abort_signal, tries: 1 });
  };

  readonly insert: StoreClient['insert'] = async (params) => {
    await this.#findServer();
    return this.#ask((client) => client.insert(params), { signal: params.abort_signal, tries: 1 });
  };

  readonly ping: StoreClient['ping'] = async () => {
    const ping = (client: ClickHouseClient) =>
      client.ping({ select: false, abort_signal: AbortSignal.timeout(PING_TIMEOUT_MS) });
    let result = await ping(this.#client);
    for (let tried = 1; !result.success && tried < this.#clients.length; tried++) {
      this.#moveOn();
      result = await ping(this.#client);
    }
    return result;
  };

  /** Moves to a reachable server, if there are several. */
  async #findServer(): Promise<void> {
    if (this.#clients.length > 1) await this.ping();
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }

  get #client(): ClickHouseClient {
    const client = this.#clients[this.#current];
    if (!client) throw new Error('There is no server to ask.');
    return client;
  }

  #moveOn(): void {
    this.#current = (this.#current + 1) % this.#clients.length;
  }

  async #ask<T>(
    work: (client: ClickHouseClient) => Promise<T>,
    { signal, harmless = false, tries = this.#clients.length }: Asking,
  ): Promise<T> {
    const client = this.#client;
    try {
      return await work(client);
    } catch (error) {
      if (error instanceof ClickHouseError || hasGone(signal)) throw error;
      // Another request may have moved on meanwhile.
      if (client === this.#client) this.#moveOn();
      const again = harmless ? !signal?.aborted : NOT_CONNECTED.has(codeOf(error));
      if (tries <= 1 || !again) throw error;
      return this.#ask(work, { signal, harmless, tries: tries - 1 });
    }
  }
}

/** Whether the caller aborted, which says nothing about the server; a timeout does. */
function hasGone(signal: AbortSignal | undefined): boolean {
  return (
    signal?.aborted === true && !(signal.reason instanceof Error && signal.reason.name === 'TimeoutError')
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
