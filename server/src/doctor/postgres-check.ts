/** PostgreSQL: its version, and how long an answer takes. */
import { performance } from 'node:perf_hooks';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../metadata/tables.ts';
import { duration } from './amounts.ts';
import { type Finding, ok, warn } from './finding.ts';

export type Postgres = {
  /** As `server_version_num`: 180002. */
  version: number;
  /** Of an answer, in milliseconds; the one in the middle of several. */
  latencyMs: number;
};

/** Older ones get no fixes any more. */
const OLDEST = 14;
/** Every batch that is stored waits for several answers. */
const SLOW_MS = 20;
const TRIES = 5;

export async function lookAtPostgres(db: Kysely<Tables>): Promise<Postgres> {
  const { rows } = await sql<{ server_version_num: string }>`SHOW server_version_num`.execute(db);
  const times: number[] = [];
  for (let i = 0; i < TRIES; i++) {
    const before = performance.now();
    await sql`SELECT 1`.execute(db);
    times.push(performance.now() - before);
  }
  times.sort((a, b) => a - b);
  return { version: Number(rows[0]?.server_version_num), latencyMs: times[Math.floor(TRIES / 2)] ?? 0 };
}

export function checkPostgres({ version, latencyMs }: Postgres): Finding[] {
  const major = Math.floor(version / 10_000);
  const found = `PostgreSQL ${major}.${version % 10_000}`;
  const answers = `It answers in ${duration(latencyMs)}`;
  return [
    major < OLDEST ? warn('postgresql', found, `Upgrade to ${OLDEST} or later.`) : ok('postgresql', found),
    latencyMs > SLOW_MS
      ? warn('postgresql', answers, 'Run it closer to Parley: storing and signing in wait for it.')
      : ok('postgresql', answers),
  ];
}
