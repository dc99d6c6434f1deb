/** Checks PostgreSQL: its version and its latency. */
import { performance } from 'node:perf_hooks';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../metadata/tables.ts';
import { duration } from './amounts.ts';
import { type Finding, ok, warn } from './finding.ts';

export type Postgres = {
  /** In the form of `server_version_num`: 180002. */
  version: number;
  /** Median latency of several queries, in milliseconds. */
  latencyMs: number;
};

/** Older versions get no fixes any more. */
const OLDEST_VERSION = 14;
/** Every stored batch waits for several queries. */
const SLOW_MS = 20;
const SAMPLES = 5;

export async function inspectPostgres(db: Kysely<Tables>): Promise<Postgres> {
  const { rows } = await sql<{ server_version_num: string }>`SHOW server_version_num`.execute(db);
  const times: number[] = [];
  for (let i = 0; i < SAMPLES; i++) {
    const before = performance.now();
    await sql`SELECT 1`.execute(db);
    times.push(performance.now() - before);
  }
  times.sort((a, b) => a - b);
  return { version: Number(rows[0]?.server_version_num), latencyMs: times[Math.floor(SAMPLES / 2)] ?? 0 };
}

export function checkPostgres({ version, latencyMs }: Postgres): Finding[] {
  const major = Math.floor(version / 10_000);
  const found = `PostgreSQL ${major}.${version % 10_000}`;
  const answers = `It answers in ${duration(latencyMs)}`;
  return [
    major < OLDEST_VERSION
      ? warn('postgresql', found, `Upgrade to ${OLDEST_VERSION} or later.`)
      : ok('postgresql', found),
    latencyMs > SLOW_MS
      ? warn('postgresql', answers, 'Run it closer to Parley: storing and signing in wait for it.')
      : ok('postgresql', answers),
  ];
}
