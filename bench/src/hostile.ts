/**
 * What one application's requests cost another: every multiplier is sent to every address, compressed as far
 * as it goes, while a neighbour posts small payloads. For each: the neighbour's longest wait with and without
 * it, the bytes kept in journal and store relative to the bytes sent, and the memory used.
 */
import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { parseFlags } from '../../server/src/base/flags.ts';
import { metadataPath } from '../../server/src/data-folder/data-folder.ts';
import { Store } from '../../server/src/store/store.ts';
import { MULTIPLIERS, type Multiplier } from '../../server/test/support/multipliers.ts';
import { engineName } from './engine-name.ts';
import { round } from './ingest.ts';
import { payload } from './payload.ts';
import { memoryOf } from './processes.ts';
import { median } from './queries/measure.ts';
import { type Parley, startParley, until, warmUp } from './servers.ts';

/** The promise, for the native engine; with a slower one the machine itself is the bottleneck. */
const MOST_MORE_MS = 50;
const MOST_KEPT = 4;
/** Fixed overhead of any request: heads, rows, files. */
const LITTLE_BYTES = 256 * 1024;
/**
 * How often each request is sent per observation, and the number of observations: the longest wait of a
 * single one is chance.
 */
const TIMES = 1;
const LOOKS = 5;
const ALONE_MS = 1000;

const NEIGHBOUR = { appKey: 'pk_neighbour', apiKey: 'sk_neighbour' };
const CONTENT_TYPES = { protobuf: 'application/x-protobuf', json: 'application/json' };

type Cost = {
  name: string;
  answer: number;
  sent: number;
  inflated: number;
  alone_ms: number;
  beside_ms: number;
  journal: number;
  stored: number;
  memory_mb: number;
};

export async function run(args: string[]): Promise<void> {
  const { values } = parseFlags({ args, options: { only: { type: 'string', default: '' } } });
  const parley = await startParley();
  await addNeighbour(parley);
  await warmUp(parley, JSON.stringify(payload(parley.keys, 1)));
  const store = new Store(parley.store());
  await longestWait(parley, sleep(ALONE_MS));
  const costs: Cost[] = [];
  for (const [at, multiplier] of MULTIPLIERS.entries()) {
    if (!`${multiplier.path} ${multiplier.name}`.includes(values.only)) continue;
    const looks: Cost[] = [];
    for (let look = 0; look < LOOKS; look++)
      looks.push(await measure(parley, store, multiplier, (at * LOOKS + look) * TIMES));
    const cost = ofAll(looks);
    costs.push(cost);
    console.log(lineOf(cost));
  }
  const { received, ...counts } = await ledgerOf(parley);
  const accounted = Object.values(counts).reduce((sum, count) => sum + count, 0);
  await store.close();
  await parley.stop();
  const more = Math.max(...costs.map(({ alone_ms, beside_ms }) => beside_ms - alone_ms));
  const kept = Math.max(...costs.map(({ journal, stored }) => Math.max(journal, stored)));
  const memory = Math.max(...costs.map(({ memory_mb }) => memory_mb));
  const engine = engineName();
  const summary = { most_more_ms: round(more), most_kept: round(kept), most_memory_mb: memory };
  console.log(JSON.stringify({ bench: 'hostile', engine, ...summary, received, accounted, costs }));
  const failed = kept > MOST_KEPT || received !== accounted || (engine === 'native' && more > MOST_MORE_MS);
  if (failed) process.exitCode = 1;
}

/**
 * The neighbour's wait is the median of the observations, with and without; everything else is the maximum.
 */
function ofAll(looks: readonly Cost[]): Cost {
  const [first] = looks;
  if (!first) throw new Error('Nothing was measured.');
  const all = (field: Exclude<keyof Cost, 'name'>) => looks.map((cost) => cost[field]);
  return {
    ...first,
    alone_ms: median(all('alone_ms')),
    beside_ms: median(all('beside_ms')),
    journal: Math.max(...all('journal')),
    stored: Math.max(...all('stored')),
    memory_mb: Math.max(...all('memory_mb')),
  };
}

async function measure(parley: Parley, store: Store, multiplier: Multiplier, first: number): Promise<Cost> {
  const bodies = Array.from({ length: TIMES }, (_, i) => multiplier.body(parley.keys, first + i));
  const inflated = bodies.reduce((sum, { length }) => sum + length, 0);
  const compressed = bodies.map((body) => gzipSync(body));
  bodies.length = 0;
  const alone = await longestWait(parley, sleep(ALONE_MS));
  const journalBefore = journalBytes(parley);
  const keptBefore = await keptBytes(parley, store);
  const [server = 0] = parley.processes();
  const memoryBefore = memoryOf([server], 'RssAnon');
  let journal = 0;
  let memory = 0;
  const watching = setInterval(() => {
    memory = Math.max(memory, memoryOf([server], 'RssAnon') - memoryBefore);
    journal = Math.max(journal, journalBytes(parley) - journalBefore);
  }, 50);
  let answer = 0;
  const sending = (async () => {
    for (const body of compressed) answer = await send(parley, multiplier, body);
  })();
  const beside = await longestWait(parley, sending);
  await parley.drained();
  clearInterval(watching);
  const neighbours = beside.bytes;
  const kept = (await keptBytes(parley, store)) - keptBefore;
  const ratio = (bytes: number) => Math.max(0, round((bytes - neighbours - LITTLE_BYTES) / inflated));
  return {
    name: `${multiplier.path} ${multiplier.encoding} ${multiplier.name}`,
    answer,
    sent: compressed.reduce((sum, { length }) => sum + length, 0),
    inflated,
    alone_ms: round(alone.ms),
    beside_ms: round(beside.ms),
    journal: ratio(journal),
    stored: ratio(kept),
    memory_mb: Math.round(memory / 1e6),
  };
}

/** The neighbour's longest wait for an answer until `end`, and the bytes it sent. */
async function longestWait({ url }: Parley, end: Promise<unknown>): Promise<{ ms: number; bytes: number }> {
  let over = false;
  const ended = end.finally(() => {
    over = true;
  });
  const body = JSON.stringify(payload(NEIGHBOUR, 1));
  const longest = { ms: 0, bytes: 0 };
  while (!over) {
    const started = performance.now();
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${url}/track`, { method: 'POST', headers, body });
    if (!response.ok)
      throw new Error(`The neighbour was answered ${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
    longest.ms = Math.max(longest.ms, performance.now() - started);
    longest.bytes += 2 * body.length;
    await sleep(5);
  }
  await ended;
  return longest;
}

async function send({ url, keys }: Parley, { path, encoding }: Multiplier, body: Buffer): Promise<number> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': CONTENT_TYPES[encoding],
      'Content-Encoding': 'gzip',
      'x-parley-app-key': keys.appKey,
      'x-parley-api-key': keys.apiKey,
    },
    body: new Uint8Array(body),
  });
  await response.arrayBuffer();
  if (response.status >= 500) throw new Error(`${path} answered ${response.status}`);
  return response.status;
}

/** Size of the journal's files, read from the disk: asking the server would delay the neighbour. */
function journalBytes({ data }: Parley): number {
  const folder = join(data, 'journal');
  return readdirSync(folder).reduce((sum, file) => {
    return sum + (statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0);
  }, 0);
}

const Bytes = z.object({ bytes: z.number() });

/** Size of the store and the metadata. */
async function keptBytes({ data }: Parley, store: Store): Promise<number> {
  const [row] = await store.query(
    Bytes,
    'SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = currentDatabase()',
    {},
  );
  return (row?.bytes ?? 0) + metadataBytes(data);
}

/** Pages in use: free pages and the write-ahead log are overwritten. */
function metadataBytes(data: string): number {
  const database = new DatabaseSync(metadataPath(data), { readOnly: true });
  try {
    const pragma = (name: string) => Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
    return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size');
  } finally {
    database.close();
  }
}

const Ledger = z.object({ data: z.array(z.record(z.string(), z.union([z.string(), z.number()]))) });

async function ledgerOf(parley: Parley) {
  await until(async () => (await parley.metric('parley_drain_lag_interactions')) === 0);
  const { data } = Ledger.parse(await parley.get('/v1/ledger'));
  const sum = (name: string) => data.reduce((total, day) => total + Number(day[name] ?? 0), 0);
  const names = ['received', 'stored', 'duplicate', 'rejected', 'ignored', 'damaged', 'waiting'] as const;
  const [received = 0, stored = 0, duplicate = 0, rejected = 0, ignored = 0, damaged = 0, waiting = 0] =
    names.map(sum);
  return { received, stored, duplicate, rejected, ignored, damaged, waiting };
}

async function addNeighbour({ data }: Parley): Promise<void> {
  const bin = fileURLToPath(new URL('../../server/bin/parley.js', import.meta.url));
  const keys = ['--app-key', NEIGHBOUR.appKey, '--api-key', NEIGHBOUR.apiKey];
  const command = [bin, 'app', 'create', '--name', 'neighbour', '--data', data, ...keys];
  await promisify(execFile)(process.execPath, command);
}

function lineOf({
  name,
  answer,
  inflated,
  sent,
  alone_ms,
  beside_ms,
  journal,
  stored,
  memory_mb,
}: Cost): string {
  const sizes = `${sent} → ${inflated} bytes`;
  const waits = `neighbour ${alone_ms} → ${beside_ms} ms`;
  return `${name}: ${answer}, ${sizes}, ${waits}, kept ${journal} in the journal and ${stored} stored, ${memory_mb} MB`;
}
