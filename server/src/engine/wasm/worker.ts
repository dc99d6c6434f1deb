/** Worker thread of chDB's WebAssembly: runs statements in order and replies to each. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { MAX_STATEMENT_BYTES } from '../engine-connection.ts';
import { type EngineFiles, NodeFiles } from './files.ts';
import { allowHardLinks } from './hard-links.ts';
import { LOWER_CASE } from './lower-case.ts';

export type Command = {
  connection: number;
  /** Statements to run first, which prepare the connection. */
  before: readonly string[];
  sql: string;
  format: string;
  /** Values of an insert, and the file that the statement reads them from. */
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

/** The part that is used here; TypeScript has its types in the DOM library only. */
declare const WebAssembly: {
  instantiate(bytes: Buffer, imports: object): Promise<{ instance: object; module: object }>;
};

const FOLDER = '/data';

const CONFIG = `<clickhouse>
  <mark_cache_size>67108864</mark_cache_size>
  <uncompressed_cache_size>0</uncompressed_cache_size>
  <!-- It takes its address space for 2 GB, of which it has 4; and what it once had stays its own, used or not. -->
  <max_server_memory_usage_to_ram_ratio>1.9</max_server_memory_usage_to_ram_ratio>
</clickhouse>`;

const { module, folder } = workerData;
const engine: Engine = await (await import(pathToFileURL(module).href)).default({ instantiateWasm: compile });
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
  if (!values) return query(opened, sql, format);
  engine.FS.writeFile(values.file, values.bytes);
  const result = query(opened, sql, format);
  engine.FS.writeFile(values.file, '');
  files.sync();
  return result;
}

/** Called by Emscripten. The bytes of the engine are released when it returns. */
function compile(imports: object, done: (instance: object, module: object) => void): void {
  const bytes = readFileSync(join(dirname(module), 'chdb.wasm'));
  allowHardLinks(bytes);
  void WebAssembly.instantiate(bytes, imports).then((compiled) => done(compiled.instance, compiled.module));
}

function open(connection: number): Pointer {
  const opened = engine.ccall('chdb_wasm_connect', 'number', ['string'], [FOLDER]);
  if (!Number(opened)) throw new Error('The engine does not open its folder.');
  if (connections.size === 0) query(opened, LOWER_CASE, 'Null');
  query(opened, `SET max_query_size = ${MAX_STATEMENT_BYTES}`, 'Null');
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
