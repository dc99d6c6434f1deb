/**
 * The embedded engine as a process of its own: chDB behind the part of ClickHouse's HTTP interface that
 * `@clickhouse/client` speaks, on a Unix socket. A process, because a crash, a wedge or a memory limit
 * of the engine must not touch acknowledging; HTTP, because then embedded and remote are one client.
 *
 * Run as: node engine-host.ts <"native", or the engine's WebAssembly module> <data folder> <socket>. It
 * ends when its parent does (standard input closes), and takes the socket's folder, which has nothing else, along.
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

/** A connection keeps what was set on it, so we keep what that is; null where it is not known. */
type Slot = { connection: Connection; database: string; settings: Map<string, string | null> };

const [module = '', folder = '', socket = ''] = process.argv.slice(2);

/** Inserts are synced by the engine before they are answered, so there is nothing to finish. */
function exit(): void {
  // Of a parent that was killed: nobody else knows of it any more.
  rmSync(dirname(socket), { recursive: true, force: true });
  process.kill(process.pid, 'SIGKILL');
}
// Before anything else: loading takes a while, and the parent may be gone by then.
process.stdin.on('end', exit).on('error', exit).resume();

makePrivateFiles();
const openConnection: OpenConnection = module === 'native' ? openNative(folder) : openWasm(module, folder);

/**
 * One connection runs one query at a time. What the way of a payload waits for has one of its own: it
 * comes with the engine's setting `priority`.
 */
const QUERY_CONNECTIONS = 4;
const URGENT_CONNECTIONS = 1;

/** Who asks when nobody says so. */
const SERVER = 'server';

const NOTHING: ReadonlyMap<string, string> = new Map();

/** Parameters of the HTTP interface, as opposed to settings of the engine. */
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

/** Whoever asks bounds what waits. */
const ANY_NUMBER = { inAll: Number.POSITIVE_INFINITY, perAsker: Number.POSITIVE_INFINITY };

/** Connections, for which askers take turns. */
class Pool {
  readonly #free: Slot[] = [];
  readonly #turns: FairQueue<(slot: Slot) => void>;

  constructor(size: number) {
    this.#turns = new FairQueue({ places: size, waiting: ANY_NUMBER });
  }

  /** Nothing is asked any more for somebody who has gone while it was waiting. */
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

  /** As many have a turn as there are connections; they are opened when they are needed. */
  #takeTurns(): void {
    for (let turn = this.#turns.next(); turn; turn = this.#turns.next())
      turn.item(
        this.#free.pop() ?? { connection: openConnection(), database: 'default', settings: new Map() },
      );
  }
}

type Context = {
  /** Who waits; the server itself, when absent. */
  asker?: string | undefined;
  database: string;
  settings: ReadonlyMap<string, string>;
  isAbandoned?: () => boolean;
};

/**
 * Brings a connection to the database and settings a statement wants, with as few statements as it takes: as WebAssembly,
 * the engine does one at a time, and each of them would wait for somebody's question.
 */
async function adapt(slot: Slot, { database, settings }: Context): Promise<void> {
  const run = (sql: string) => slot.connection.query(sql, NOTHING, 'Null');
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
// Loading the data folder takes its time: before the first caller comes, not when.
await queries.run({ database: 'default', settings: NOTHING }, (connection) =>
  connection.query('SELECT 1', NOTHING, 'Null'),
);

/** Parameters come with the address, as they do for a server; that one takes a megabyte, too. */
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
// Whoever asks decides when a connection has been idle for too long: closed from here, one may just be in use.
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
  await inserts.run({ database, settings: NOTHING }, (connection) =>
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

/** A connection keeps its parameters: what a question lacks would be taken from the one before it, somebody else's. */
function checkParameters(sql: string, values: ReadonlyMap<string, string>): void {
  for (const [, name = ''] of sql.matchAll(/\{(\w+):/g))
    if (!values.has(name)) throw new Error(`Code: 456. DB::Exception: Substitution \`${name}\` is not set.`);
}

function engineSettings(parameters: URLSearchParams): Map<string, string> {
  return new Map(
    [...parameters].filter(([name]) => !HTTP_PARAMETERS.has(name) && !name.startsWith('param_')),
  );
}
