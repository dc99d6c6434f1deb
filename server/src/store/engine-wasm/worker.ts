/** The thread that chDB's WebAssembly runs on: takes statements in their order and answers each. */
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { quoteName } from '../engine-connection.ts';
import { type EngineFiles, NodeFiles } from './files.ts';
import { LOWER_CASE } from './lower-case.ts';

export type Command = {
  connection: number;
  /** Statements that prepare the connection. */
  before: readonly string[];
  sql: string;
  format: string;
  /** What the statement inserts, and the file that it looks for them in. */
  values?: { file: string; bytes: Uint8Array };
};
export type Request = { id: number } & Command;
export type Answer = { id: number; data?: Uint8Array; error?: string };

type Pointer = number | bigint;
type Engine = {
  FS: EngineFiles;
  HEAPU8: Uint8Array;
  ccall(name: string, returns: 'number' | null, types: string[], values: unknown[]): Pointer;
  UTF8ToString(pointer: number): string;
};

const FOLDER = '/data';

const CONFIG = `<clickhouse>
  <mark_cache_size>67108864</mark_cache_size>
  <uncompressed_cache_size>0</uncompressed_cache_size>
  <!-- It takes its address space for 2 GB, of which it has 4; and what it once had stays its own, used or not. -->
  <max_server_memory_usage_to_ram_ratio>1.9</max_server_memory_usage_to_ram_ratio>
  <!-- The system that Emscripten makes has no links. -->
  <merge_tree><always_use_copy_instead_of_hardlinks>1</always_use_copy_instead_of_hardlinks></merge_tree>
</clickhouse>`;

const REWRITES =
  /^\s*ALTER TABLE (\w+)\s+(?:UPDATE|DROP INDEX|DROP COLUMN|MATERIALIZE INDEX) (?!.*PROJECTION)/s;

const { module, folder } = workerData;
const engine: Engine = await (await import(pathToFileURL(module).href)).default();
const files = new NodeFiles(engine.FS, folder);
engine.FS.mkdir(FOLDER);
engine.FS.mount(files, {}, FOLDER);
engine.FS.writeFile('/config.xml', CONFIG);

const connections = new Map<number, Pointer>();

parentPort?.on('message', (request: Request) => {
  const answer: Answer = { id: request.id };
  try {
    answer.data = run(request);
  } catch (error) {
    answer.error = error instanceof Error ? error.message : String(error);
  }
  parentPort?.postMessage(answer, answer.data ? [answer.data.buffer as ArrayBuffer] : []);
});

function run({ connection, before, sql, format, values }: Request): Uint8Array {
  const opened = connections.get(connection) ?? open(connection);
  for (const statement of before) query(opened, statement, 'Null');
  const rewritten = REWRITES.exec(sql)?.[1];
  if (rewritten) return rewrite(opened, rewritten, sql, format);
  if (!values) return query(opened, sql, format);
  engine.FS.writeFile(values.file, values.bytes);
  const result = query(opened, sql, format);
  engine.FS.writeFile(values.file, '');
  files.sync();
  return result;
}

/**
 * What rewrites parts links the projections that it does not concern, and here it cannot (see CONFIG; for
 * those, that setting does nothing): so there are none while it runs, and they are made anew behind it.
 */
function rewrite(connection: Pointer, table: string, sql: string, format: string): Uint8Array {
  const ofTable = `database = currentDatabase() AND table = '${table}'`;
  // Nothing to link where there is no part.
  const names = `SELECT name FROM system.projections
    WHERE ${ofTable} AND (SELECT count() FROM system.parts WHERE ${ofTable} AND active) > 0`;
  const projections =
    Buffer.from(query(connection, names, 'TabSeparated'))
      .toString()
      .match(/.+/g) ?? [];
  const all = (verb: string) => projections.map((name) => `${verb} PROJECTION ${quoteName(name)}`).join(', ');
  const alter = (what: string) =>
    what && query(connection, `ALTER TABLE ${table} ${what} SETTINGS mutations_sync = 1`, 'Null');
  alter(all('CLEAR'));
  const result = query(connection, sql, format);
  alter(all('MATERIALIZE'));
  return result;
}

function open(connection: number): Pointer {
  const opened = engine.ccall('chdb_wasm_connect', 'number', ['string'], [FOLDER]);
  if (!Number(opened)) throw new Error('The engine does not open its folder.');
  if (connections.size === 0) query(opened, LOWER_CASE, 'Null');
  connections.set(connection, opened);
  return opened;
}

function query(connection: Pointer, sql: string, format: string): Uint8Array {
  const types = ['number', 'string', 'string'];
  const result = engine.ccall('chdb_wasm_query_conn', 'number', types, [connection, sql, format]);
  try {
    const error = read('error', result);
    if (error) throw new Error(engine.UTF8ToString(error));
    const start = read('buffer', result);
    return engine.HEAPU8.slice(start, start + read('length', result));
  } finally {
    engine.ccall('chdb_wasm_free_result', null, ['number'], [result]);
  }
}

function read(part: 'error' | 'buffer' | 'length', result: Pointer): number {
  return Number(engine.ccall(`chdb_wasm_result_${part}`, 'number', ['number'], [result]));
}
