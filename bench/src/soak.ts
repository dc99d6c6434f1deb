/**
 * Hours of work: half of the sustainable rate, with readers, an export, a live tail and backups beside it,
 * and an engine that is killed now and then. Nothing may grow without bound, and nothing may be lost.
 *
 * - `--minutes 60`: duration
 * - `--rate N`: payloads per second; defaults to half of what the first minute shows
 * - `--charts FOLDER`: where to write the charts (memory, open files, parts, waiting payloads, p99)
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { parseFlags } from '../../server/src/base/flags.ts';
import { Store } from '../../server/src/store/store.ts';
import { engineName } from './engine-name.ts';
import { round } from './ingest.ts';
import { payloadBodies } from './payload.ts';
import { memoryOf } from './processes.ts';
import { median } from './queries/measure.ts';
import { progress } from './queries/progress.ts';
import { type Parley, startParley, until, warmUp } from './servers.ts';
import { type Series, writeChart } from './soak/chart.ts';
import { load } from './wrk.ts';

const CONNECTIONS = 32;
const LOOK_SECONDS = 10;
const BACKUP_EVERY_MS = 5 * 60_000;
const KILL_EVERY_MS = 4 * 60_000;
/** Share of the samples at the beginning and at the end that are compared. */
const THIRD = 1 / 3;

type Look = { minute: number; memoryMb: number; files: number; parts: number; waiting: number; p99: number };

const SERIES: readonly [keyof Look, string][] = [
  ['memoryMb', 'anonymous memory, MB'],
  ['files', 'open files'],
  ['parts', 'parts of the store'],
  ['waiting', 'payloads that wait'],
  ['p99', 'p99 of acknowledging, ms'],
];

export async function run(args: string[]): Promise<void> {
  const { values } = parseFlags({
    args,
    options: {
      minutes: { type: 'string', default: '60' },
      rate: { type: 'string' },
      charts: { type: 'string', default: join(tmpdir(), 'parley-soak') },
    },
  });
  const minutes = Number(values.minutes);
  const parley = await startParley();
  const bodies = payloadBodies(parley.keys);
  await warmUp(parley, bodies[0] ?? '');
  const rate = values.rate === undefined ? (await storedPerSecond(parley, bodies)) / 2 : Number(values.rate);
  progress(`${Math.round(rate)} a second for ${minutes} minutes`);

  const ending = new AbortController();
  const others = [
    keepReading(parley, ending.signal),
    keepExporting(parley, ending.signal),
    followTail(parley, ending.signal),
    keepBackingUp(parley, ending.signal),
    keepKilling(parley, ending.signal),
  ];
  const looks: Look[] = [];
  const started = performance.now();
  while (performance.now() - started < minutes * 60_000) {
    const sent = await load({
      url: `${parley.url}/track`,
      connections: CONNECTIONS,
      bodies,
      rate,
      seconds: LOOK_SECONDS,
    });
    if (sent.errors > 0) throw new Error(`${sent.errors} payloads were not taken.`);
    looks.push(await look(parley, (performance.now() - started) / 60_000, sent.p99));
  }
  ending.abort();
  const counts = await Promise.all(others);
  await parley.drained();
  const acknowledged = await parley.metric('parley_acknowledged_total');
  const stored = await countIn(parley);
  await parley.stop();

  mkdirSync(values.charts, { recursive: true });
  for (const [field, title] of SERIES) {
    const series: Series = looks.map((one) => [one.minute, one[field]]);
    writeFileSync(join(values.charts, `soak-${field}.svg`), writeChart(title, series));
  }
  const grew = Object.fromEntries(
    SERIES.map(([field]) => [field, round(growth(looks.map((one) => one[field])))]),
  );
  const [reads = 0, exports = 0, events = 0, backups = 0, kills = 0] = counts;
  console.log(
    JSON.stringify({
      bench: 'soak',
      engine: engineName(),
      minutes,
      rate_per_s: Math.round(rate),
      acknowledged,
      lost: acknowledged - stored,
      reads,
      exports,
      tail_events: events,
      backups,
      kills,
      most_memory_mb: Math.max(...looks.map(({ memoryMb }) => memoryMb)),
      p99_ms: round(Math.max(...looks.map(({ p99 }) => p99))),
      grew,
      charts: values.charts,
    }),
  );
  if (acknowledged !== stored) process.exitCode = 1;
}

/** Payloads that a drained load leaves waiting for a few seconds. */
async function storedPerSecond(parley: Parley, bodies: string[]): Promise<number> {
  const before = { at: performance.now(), stored: await parley.metric('parley_stored_total') };
  await load({ url: `${parley.url}/track`, connections: CONNECTIONS, bodies, seconds: 20 });
  await parley.drained();
  const seconds = (performance.now() - before.at) / 1000;
  return ((await parley.metric('parley_stored_total')) - before.stored) / seconds;
}

/** Median of the last third relative to that of the first. */
function growth(values: readonly number[]): number {
  const third = Math.max(1, Math.floor(values.length * THIRD));
  return median(values.slice(-third)) / Math.max(1, median(values.slice(0, third)));
}

const Count = z.object({ count: z.coerce.number() });

async function askStore(parley: Parley, statement: string): Promise<number> {
  const store = new Store(parley.store());
  try {
    const [row] = await store.query(Count, statement, {});
    return row?.count ?? 0;
  } finally {
    await store.close();
  }
}

function countIn(parley: Parley): Promise<number> {
  return askStore(parley, 'SELECT uniqExact(id) AS count FROM interactions');
}

async function look(parley: Parley, minute: number, p99: number): Promise<Look> {
  const partsNow = "SELECT count() AS count FROM system.parts WHERE active AND table = 'interactions'";
  const found = {
    minute: round(minute),
    memoryMb: Math.round(memoryOf(parley.processes(), 'RssAnon') / 1e6),
    files: parley.processes().reduce((sum, pid) => sum + openFiles(pid), 0),
    // An engine that was just killed does not answer.
    parts: await askStore(parley, partsNow).catch(() => 0),
    waiting: await parley.metric('parley_drain_lag_interactions'),
    p99: round(p99),
  };
  progress(JSON.stringify(found));
  return found;
}

function openFiles(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

/** Repeats the work until the end and counts it; retries while the engine is away. */
async function repeat(ending: AbortSignal, everyMs: number, work: () => Promise<unknown>): Promise<number> {
  let done = 0;
  while (!ending.aborted) {
    await sleep(everyMs, undefined, { signal: ending }).catch(() => {});
    if (ending.aborted) break;
    await work().then(
      () => done++,
      () => sleep(500),
    );
  }
  return done;
}

function keepReading(parley: Parley, ending: AbortSignal): Promise<number> {
  const paths = [
    '/v1/interactions?limit=50',
    '/v1/sessions',
    '/v1/users',
    '/v1/interactions?q=people&limit=20',
  ];
  let next = 0;
  return repeat(ending, 1000, () => parley.ask(paths[next++ % paths.length] ?? ''));
}

function keepExporting(parley: Parley, ending: AbortSignal): Promise<number> {
  const from = () => new Date(Date.now() - 60_000).toISOString();
  return repeat(ending, 30_000, () =>
    parley.ask(`/v1/export?format=jsonl&from=${encodeURIComponent(from())}`),
  );
}

/** Counts the events; reconnects when the connection ends. */
async function followTail(parley: Parley, ending: AbortSignal): Promise<number> {
  let events = 0;
  await repeat(ending, 100, async () => {
    const headers = { Authorization: `Bearer ${parley.token}` };
    const response = await fetch(`${parley.url}/v1/tail`, { headers, signal: ending });
    for await (const piece of response.body ?? [])
      events += Buffer.from(piece).toString().split('\nevent: ').length - 1;
  });
  return events;
}

function keepBackingUp(parley: Parley, ending: AbortSignal): Promise<number> {
  const bin = fileURLToPath(new URL('../../server/bin/parley.js', import.meta.url));
  return repeat(ending, BACKUP_EVERY_MS, async () => {
    const to = mkdtempSync(join(tmpdir(), 'parley-bench-backup-'));
    try {
      const args = [bin, 'backup', '--data', parley.data, '--to', join(to, 'backup')];
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
      const [code] = await once(child, 'close');
      if (code !== 0) throw new Error(`A backup ended with ${code}.`);
    } finally {
      rmSync(to, { recursive: true, force: true });
    }
  });
}

function keepKilling(parley: Parley, ending: AbortSignal): Promise<number> {
  return repeat(ending, KILL_EVERY_MS, async () => {
    const [, engine] = parley.processes();
    if (engine === undefined) return;
    process.kill(engine, 'SIGKILL');
    await until(async () => (await fetch(`${parley.url}/ready`)).ok);
  });
}
