/**
 * What search by who said it takes: the indexes of words and the time to store interactions, beside the one index over
 * whole texts that earlier versions had. The same interactions go into both tables, in turns; the time is that of the
 * processors, which also holds on a busy machine.
 *
 *   --rows 10000     interactions to store
 *   --small          interactions of 1 KB, without history
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Message } from '@parley/contract';
import { z } from 'zod';
import { parseFlags } from '../../server/src/base/flags.ts';
import { connect } from '../../server/src/store/client.ts';
import type { StoreClient } from '../../server/src/store/failover.ts';
import {
  INTERACTION_COLUMNS,
  type StoredInteraction,
  writeInteraction,
} from '../../server/src/store/rows/interaction-row.ts';
import { RowWriter } from '../../server/src/store/rows/row-binary.ts';
import { WHOLE_TEXT_INDEX } from '../../server/src/store/search/search-text.ts';
import { engineName } from './engine-name.ts';
import { round } from './ingest.ts';
import { payload } from './payload.ts';
import { cpuOf } from './processes.ts';
import { BaseInteractions } from './queries/base-interactions.ts';
import { FILL_PATIENCE_MS } from './queries/fill-store.ts';
import { median } from './queries/measure.ts';
import { progress } from './queries/progress.ts';
import { type Parley, startParley, warmUp } from './servers.ts';

/** About as many as the drain stores at once. */
const BATCH = 200;
const TABLES = { now: 'interactions', before: 'interactions_before' } as const;
type Which = keyof typeof TABLES;
const BOTH: readonly Which[] = ['before', 'now'];

export async function run(args: string[]): Promise<void> {
  const { values } = parseFlags({
    args,
    options: { rows: { type: 'string', default: '10000' }, small: { type: 'boolean', default: false } },
  });
  const parley = await startParley();
  const engine = connect(parley.store(), undefined, FILL_PATIENCE_MS);
  try {
    // Until the store has its tables.
    await warmUp(parley, JSON.stringify(payload(parley.keys, 1)));
    await makeTableBefore(engine);
    const made = new BaseInteractions(Number(values.rows), Date.now(), { small: values.small })
      .make(Number(values.rows))
      .map(({ stored }) => stored)
      .sort((a, b) => Date.parse(a.record.requestedAt) - Date.parse(b.record.requestedAt));
    const times = await storeInTurns(parley, engine, made);
    const sizes = {
      before: await sizeOf(parley, engine, 'before'),
      now: await sizeOf(parley, engine, 'now'),
    };
    console.log(
      JSON.stringify({
        bench: 'search-index',
        engine: engineName(),
        rows: made.length,
        index_bytes_per_row: forBoth((which) => Math.round(sizes[which].index / made.length)),
        // Of the index: its words, and the rows of each word.
        dictionary_bytes_per_row: forBoth((which) => Math.round(sizes[which].dictionary / made.length)),
        postings_bytes_per_row: forBoth((which) => Math.round(sizes[which].postings / made.length)),
        index_growth: round(sizes.now.index / sizes.before.index - 1),
        disk_growth: round(sizes.now.disk / sizes.before.disk - 1),
        store_us_per_row: forBoth((which) => Math.round(median(times[which]) / BATCH)),
        store_slowdown: round(median(times.now) / median(times.before) - 1),
      }),
    );
  } finally {
    await engine.close();
    await parley.stop();
  }
}

/** The table of interactions, with the index of earlier versions in place of today's. */
async function makeTableBefore(engine: StoreClient): Promise<void> {
  await engine.command({ query: `CREATE TABLE ${TABLES.before} AS ${TABLES.now}` });
  await engine.command({ query: `ALTER TABLE ${TABLES.before} DROP INDEX said, DROP INDEX background` });
  await engine.command({ query: `ALTER TABLE ${TABLES.before} ADD INDEX words ${WHOLE_TEXT_INDEX}` });
}

/** Microseconds of each batch: writing its rows, and storing them. */
async function storeInTurns(
  parley: Parley,
  engine: StoreClient,
  made: readonly StoredInteraction[],
): Promise<Record<Which, number[]>> {
  const times: Record<Which, number[]> = { before: [], now: [] };
  const spent = () => {
    const { user, system } = process.cpuUsage();
    const [, ...engines] = parley.processes();
    return user + system + engines.reduce((sum, pid) => sum + cpuOf(pid).all, 0);
  };
  for (let first = 0; first < made.length; first += BATCH) {
    const batch = made.slice(first, first + BATCH);
    const rows = { now: batch, before: batch.map(asBefore) };
    for (const which of first % (2 * BATCH) === 0 ? BOTH : BOTH.toReversed()) {
      const before = spent();
      const writer = new RowWriter();
      for (const stored of rows[which]) writeInteraction(writer, stored);
      const { stream } = await engine.exec({
        query: `INSERT INTO ${TABLES[which]} (${INTERACTION_COLUMNS.join(', ')}) FORMAT RowBinary`,
        values: Readable.from([writer.bytes], { objectMode: false }),
      });
      await stream.resume().toArray();
      if (batch.length === BATCH) times[which].push(spent() - before);
    }
    progress(`${first + batch.length} of ${made.length} interactions`);
  }
  return times;
}

/** Its whole input is one text, as earlier versions stored it. */
function asBefore(stored: StoredInteraction): StoredInteraction {
  const input: Message[] = [{ role: 'user', content: [{ type: 'text', text: stored.record.inputText }] }];
  return { ...stored, record: { ...stored.record, input } };
}

/** Bytes of a table's search indexes, and of all of it, once its parts are merged. */
async function sizeOf(parley: Parley, engine: StoreClient, which: Which) {
  await engine.command({ query: `OPTIMIZE TABLE ${TABLES[which]} FINAL` });
  const { dictionary, postings } = await fileSizes(parley, engine, which);
  const result = await engine.query({
    query: `SELECT toFloat64((SELECT sum(data_compressed_bytes) FROM system.data_skipping_indices
                    WHERE database = currentDatabase() AND table = {table:String} AND type = 'text')) AS index,
                   toFloat64((SELECT sum(bytes_on_disk) FROM system.parts
                    WHERE database = currentDatabase() AND table = {table:String} AND active)) AS disk`,
    query_params: { table: TABLES[which] },
    format: 'JSONEachRow',
  });
  const [size] = z.array(z.object({ index: z.number(), disk: z.number() })).parse(await result.json());
  return { index: Number.NaN, disk: Number.NaN, ...size, dictionary, postings };
}

/** Bytes of the files of a table's search indexes. */
async function fileSizes({ data }: Parley, engine: StoreClient, which: Which) {
  const result = await engine.query({
    query: `SELECT path FROM system.parts
            WHERE database = currentDatabase() AND table = {table:String} AND active`,
    query_params: { table: TABLES[which] },
    format: 'JSONEachRow',
  });
  const parts = z.array(z.object({ path: z.string() })).parse(await result.json());
  const files = parts.flatMap(({ path }) => {
    // As WebAssembly, the engine has a file system of its own, in which the folder has another name.
    const folder = existsSync(path) ? path : join(data, 'store', path.replace(/^\/\w+/, ''));
    return readdirSync(folder).map((file) => join(folder, file));
  });
  const sum = (ending: string) =>
    files.filter((file) => file.endsWith(ending)).reduce((bytes, file) => bytes + statSync(file).size, 0);
  return { dictionary: sum('.dct.idx'), postings: sum('.pst.idx') };
}

function forBoth<T>(make: (which: Which) => T): Record<Which, T> {
  return { before: make('before'), now: make('now') };
}
