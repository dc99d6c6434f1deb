/**
 * Host process of the embedded engine: chDB behind the part of ClickHouse's HTTP interface that `@clickhouse/client`
 * uses, on a Unix socket. A process, so that a crash, a hang or a memory limit of the engine does not affect
 * acknowledging; HTTP, so that embedded and remote share one client.
 *
 * Run as: node engine-host.ts <"native", or the engine's WebAssembly module> <data folder> <socket>. It exits with its
 * parent (when standard input closes) and removes the socket's folder, which holds nothing else.
 */
import { rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { FairQueue } from '../base/fair-queue.ts';
import { makePrivateFiles } from '../base/private-files.ts';
import { ASKER_HEADER } from './asker-header.ts';
import type { Connection, OpenConnection } from './engine-connection.ts';
import { openNative } from './engine-native.ts';
import { quoteIdentifier, quoteText } from './quote.ts';
import { openWasm } from './wasm/connection.ts';

/** A connection with its current database and settings, which persist on it; null for a setting of unknown value. */
type Slot = { connection: Connection; database: string; settings: Map<string, string | null> };

const [module = '', folder = '', socket = ''] = process.argv.slice(2);

/** Nothing to flush: the engine syncs inserts before it acknowledges them. */
function exit(): void {
  // A killed parent cannot remove it.
  rmSync(dirname(socket), { recursive: true, force: true });
  process.kill(process.pid, 'SIGKILL');
}
// Registered first: the parent may exit while the engine loads.
process.stdin.on('end', exit).on('error', exit).resume();

makePrivateFiles();
const openConnection: OpenConnection = module === 'native' ? openNative(folder) : openWasm(module, folder);

/**
 * A connection runs one query at a time. Queries that a payload waits for, marked by the engine's setting `priority`,
 * have a connection of their own.
 */
const QUERY_CONNECTIONS = 4;
const URGENT_CONNECTIONS = 1;

/** The asker of requests without the header. */
const SERVER = 'server';

const NO_VALUES: ReadonlyMap<string, string> = new Map();

/** URL parameters of the HTTP interface; all others are settings of the engine. */
const HTTP_PARAMETERS = new Set([
  'query',
  'query_id',
  'database',
  'default_format',
  'session_id',
  'role',
  'wait_end_of_query',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
  'enable_http_compression',
]);

/** No limit here: callers bound what waits. */
const UNLIMITED = { inAll: Number.POSITIVE_INFINITY, perAsker: Number.POSITIVE_INFINITY };

/** A pool of connections that askers take in turns. */
class Pool {
  readonly #free: Slot[] = [];
  readonly #turns: FairQueue<(slot: Slot) => void>;

  constructor(size: number) {
    this.#turns = new FairQueue({ places: size, waiting: UNLIMITED });
  }

  /** Skips work whose client has disconnected while it waited. */
  async run<T>(context: Context, work: (connection: Connection) => Promise<T>): Promise<T> {
    const { asker = SERVER } = context;
    const slot = await new Promise<Slot>((resolve) => {
      this.#turns.wait(asker, resolve);
      this.#takeTurns();
    });
    try {
      if (context.isAbandoned?.()) throw new Error('Code: 394. DB::Exception: Nobody waits for the answer.');
      await adapt(slot, context);
      return await work(slot.connection);
    } finally {
      this.#free.push(slot);
      this.#turns.done(asker);
      this.#takeTurns();
    }
  }

  /** Starts as many turns as there are connections, which are opened on demand. */
  #takeTurns(): void {
    for (let turn = this.#turns.next(); turn; turn = this.#turns.next())
      turn.item(
        this.#free.pop() ?? { connection: openConnection(), database: 'default', settings: new Map() },
      );
  }
}

type Context = {
  /** The server itself when absent. */
  asker?: string | undefined;
  database: string;
  settings: ReadonlyMap<string, string>;
  isAbandoned?: () => boolean;
};

/**
 * Switches a connection to the database and settings of a statement, in as few statements as possible: the engine as
 * WebAssembly runs one at a time, and each of them would wait behind other queries.
 */
async function adapt(slot: Slot, { database, settings }: Context): Promise<void> {
  const run = (sql: string) => slot.connection.query(sql, NO_VALUES, 'Null');
  if (slot.database !== database) {
    await run(`USE ${quoteIdentifier(database)}`);
    slot.database = database;
  }
  const changed = [...settings].filter(([name, value]) => slot.settings.get(name) !== value);
  const dropped = [...slot.settings.keys()].filter((name) => !settings.has(name));
  const assignments = [
    ...changed.map(([name, value]) => `${quoteIdentifier(name)} = ${quoteText(value)}`),
    ...dropped.map((name) => `${quoteIdentifier(name)} = DEFAULT`),
  ];
  if (assignments.length === 0) return;
  for (const [name] of changed) slot.settings.set(name, null);
  for (const name of dropped) slot.settings.set(name, null);
  await run(`SET ${assignments.join(', ')}`);
  for (const [name, value] of changed) slot.settings.set(name, value);
  for (const name of dropped) slot.settings.delete(name);
}

const inserts = new Pool(1);
const queries = new Pool(QUERY_CONNECTIONS);
const urgent = new Pool(URGENT_CONNECTIONS);
// Loads the data folder before the first request rather than during it.
await queries.run({ database: 'default', settings: NO_VALUES }, (connection) =>
  connection.query('SELECT 1', NO_VALUES, 'Null'),
);

/** Query parameters come in the URL; the limit of a megabyte is that of a ClickHouse server. */
const server = createServer({ maxHeaderSize: 2 ** 20 }, (request, response) => {
  answer(request, response).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    const code = /Code: (\d+)/.exec(message)?.[1];
    if (code) response.setHeader('X-ClickHouse-Exception-Code', code);
    response.statusCode = 500;
    response.end(`${message.replace(/^.*?(?=Code: )/s, '')}\n`);
  });
});
server.requestTimeout = 0;
// Clients close idle connections; closed from here, one might just be in use.
server.keepAliveTimeout = 0;
server.listen(socket);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://engine');
  if (url.pathname === '/ping') {
    response.end('Ok.\n');
    return;
  }
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const statement = url.searchParams.get('query');
  const result = statement
    ? await insert(statement, body, url.searchParams)
    : await query(body.toString('utf8'), url.searchParams, askerIn(request), () => response.destroyed);
  response.setHeader('Content-Type', 'application/octet-stream');
  response.end(result);
}

async function insert(statement: string, values: Buffer, parameters: URLSearchParams): Promise<string> {
  const match = /^\s*INSERT INTO (\S+)\s*(?:\(([^)]*)\))?\s*FORMAT (\w+)\s*$/i.exec(statement);
  if (!match) throw new Error(`Code: 62. DB::Exception: The engine host takes no such insert: ${statement}`);
  const [, table = '', columns, format = ''] = match;
  const database = parameters.get('database') ?? 'default';
  const settings = engineSettings(parameters);
  await inserts.run({ database, settings: NO_VALUES }, (connection) =>
    connection.insert({
      table: table.replaceAll('`', ''),
      columns: columns?.split(',').map((name) => name.trim().replaceAll('`', '')) ?? [],
      values,
      format,
      settings,
    }),
  );
  return '';
}

async function query(
  sql: string,
  parameters: URLSearchParams,
  asker: string | undefined,
  isAbandoned: () => boolean,
): Promise<Uint8Array> {
  const database = parameters.get('database') ?? 'default';
  const format = parameters.get('default_format') ?? 'TabSeparated';
  const settings = engineSettings(parameters);
  const values = new Map(
    [...parameters].flatMap(([name, value]) =>
      name.startsWith('param_') ? [[name.slice('param_'.length), value]] : [],
    ),
  );
  checkParameters(sql, values);
  const pool = settings.has('priority') ? urgent : queries;
  return pool.run({ asker, database, settings, isAbandoned }, (connection) =>
    connection.query(sql, values, format),
  );
}

function askerIn({ headers }: IncomingMessage): string | undefined {
  const asker = headers[ASKER_HEADER];
  return typeof asker === 'string' ? asker : undefined;
}

/** Parameters persist on a connection: a missing one would silently take the value of another asker's query. */
function checkParameters(sql: string, values: ReadonlyMap<string, string>): void {
  for (const [, name = ''] of sql.matchAll(/\{(\w+):/g))
    if (!values.has(name)) throw new Error(`Code: 456. DB::Exception: Substitution \`${name}\` is not set.`);
}

function engineSettings(parameters: URLSearchParams): Map<string, string> {
  return new Map(
    [...parameters].filter(([name]) => !HTTP_PARAMETERS.has(name) && !name.startsWith('param_')),
  );
}
