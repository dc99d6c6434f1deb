/** The same queries on the same rows in PostgreSQL: one table with sensible indexes, warmed up. */
import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { type Postgres as PostgresServer, startPostgres } from '../../../scripts/postgres.ts';
import type { StoreClient } from '../../../server/src/store/failover.ts';
import { CONTENT_COLUMNS, CONTENT_PARTS } from '../../../server/src/store/rows/content.ts';
import { INTERACTION_COLUMNS } from '../../../server/src/store/rows/interaction-row.ts';
import { quantile, stopwatch } from './measure.ts';
import { POSTGRES_QUESTIONS, type PostgresStatement } from './postgres-questions.ts';
import { progress } from './progress.ts';
import { QUESTIONS, type QuestionName, TIME_ZONE } from './questions.ts';

type Postgres = Pick<PostgresServer, 'folder'> & { pool: pg.Pool };

/** Settings for a machine of its own. */
const SETTINGS = {
  shared_buffers: '1GB',
  work_mem: '64MB',
  maintenance_work_mem: '1GB',
  effective_cache_size: '4GB',
  random_page_cost: '1.1',
  max_wal_size: '16GB',
  synchronous_commit: 'off',
  jit: 'off',
};

const HOUR = 60 * 60 * 1000;
/** Rows per transfer; the engine holds that many in memory, texts included. */
const SLICE = 5_000;

/** Columns that are not text. */
const TYPES: Record<string, string> = {
  id: 'uuid',
  received_at: 'timestamptz',
  requested_at: 'timestamptz',
  responded_at: 'timestamptz',
  latency_ms: 'bigint',
  session_timeout: 'double precision',
  is_authenticated: 'boolean',
  tool_calls: 'integer',
  input_tokens: 'bigint',
  output_tokens: 'bigint',
  total_tokens: 'bigint',
  cached_input_tokens: 'bigint',
  cache_write_tokens: 'bigint',
  reasoning_tokens: 'bigint',
  cost_usd: 'double precision',
};

/** Texts and bytes as separate columns. */
const COLUMNS = [
  ...INTERACTION_COLUMNS.filter((column) => !CONTENT_COLUMNS.includes(column)),
  ...CONTENT_PARTS,
];

const INDEXES = [
  'ALTER TABLE interactions ADD PRIMARY KEY (id)',
  'CREATE INDEX ON interactions (app_id, requested_at DESC)',
  'CREATE INDEX ON interactions (app_id, session, requested_at)',
  'CREATE INDEX ON interactions (app_id, user_key)',
  "CREATE INDEX ON interactions USING gin (to_tsvector('simple', input_text || ' ' || output_text))",
];

export type Filled = { apps: readonly string[]; from: number; to: number; rows: number };

/** p50 in milliseconds. */
export async function askPostgres(
  engine: StoreClient,
  filled: Filled,
  runs: number,
): Promise<Map<QuestionName, number>> {
  const server = await startPostgres(SETTINGS);
  const pool = new pg.Pool({ connectionString: server.url, max: 4 });
  // Idle connections end with the server; the others report errors themselves.
  pool.on('error', () => {});
  const postgres = { pool, folder: server.folder };
  try {
    await copyRows(engine, postgres, filled);
    for (const sql of INDEXES) {
      progress(`PostgreSQL: ${sql}`);
      await postgres.pool.query(sql);
    }
    await postgres.pool.query('VACUUM ANALYZE interactions');
    return await measure(postgres, filled, runs);
  } finally {
    await pool.end();
    await server.stop();
  }
}

async function copyRows(engine: StoreClient, postgres: Postgres, filled: Filled): Promise<void> {
  const { apps, from, to, rows } = filled;
  const columns = COLUMNS.map((column) => `${column} ${TYPES[column] ?? 'text'}`);
  await postgres.pool.query(`CREATE UNLOGGED TABLE interactions (${columns.join(', ')})`);
  const file = join(postgres.folder, 'rows.tsv');
  const hours = (to - from) / HOUR;
  const step = Math.max(1, Math.floor((SLICE * hours * apps.length) / rows)) * HOUR;
  for (let start = from; start < to; start += step) {
    for (const app of apps) {
      const { stream } = await engine.exec({
        query: `SELECT ${COLUMNS.join(', ')} FROM interactions
                WHERE app_id = {app:String}
                  AND requested_at >= fromUnixTimestamp64Milli({start:Int64})
                  AND requested_at < fromUnixTimestamp64Milli({end:Int64})
                FORMAT TabSeparated`,
        query_params: { app, start, end: Math.min(to, start + step) },
      });
      await pipeline(stream, createWriteStream(file));
      // Both agree on tabs, newlines, backslashes and nulls.
      await postgres.pool.query(`COPY interactions FROM '${file}'`);
    }
    progress(`PostgreSQL: rows until ${new Date(Math.min(to, start + step)).toISOString()}`);
  }
  rmSync(file);
}

async function measure(postgres: Postgres, filled: Filled, runs: number): Promise<Map<QuestionName, number>> {
  const medians = new Map<QuestionName, number>();
  for (const name of QUESTIONS) {
    const statements = POSTGRES_QUESTIONS[name];
    if (!statements) continue;
    const times: number[] = [];
    for (let run = 0; run <= runs; run++) {
      times.push(await stopwatch(statements, (statement) => ask(postgres, statement, filled)));
    }
    // The first run warms up.
    const median = quantile(times.slice(1), 0.5);
    medians.set(name, median);
    progress(`PostgreSQL: ${name.padEnd(10)} p50 ${median.toFixed(1)} ms`);
  }
  return medians;
}

async function ask(
  { pool }: Postgres,
  { sql, compare }: PostgresStatement,
  { apps, from, to }: Filled,
): Promise<void> {
  const inRange = (start: number, end: number) => {
    const values = [apps[0], new Date(start), new Date(end), TIME_ZONE];
    return pool.query(sql, values.slice(0, parametersIn(sql)));
  };
  await Promise.all([inRange(from, to), ...(compare ? [inRange(from - (to - from), from)] : [])]);
}

function parametersIn(sql: string): number {
  return Math.max(...Array.from(sql.matchAll(/\$(\d)/g), ([, number]) => Number(number)));
}
