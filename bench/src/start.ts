/**
 * Time from `npm start` until the server answers, and until it accepts payloads: in an empty folder, and in
 * one with a large log and payloads waiting in the journal, as after a power cut.
 *
 * - `--rows 1000000`: interactions in the store
 * - `--waiting 10000`: payloads in the journal
 * - `--times 5`: starts of each kind, of which the median counts
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../scripts/free-port.ts';
import { parseFlags } from '../../server/src/base/flags.ts';
import { connect } from '../../server/src/store/client.ts';
import { engineName } from './engine-name.ts';
import { round } from './ingest.ts';
import { payload, payloadBodies } from './payload.ts';
import { familyOf } from './processes.ts';
import { FILL_PATIENCE_MS, filledStore } from './queries/fill-store.ts';
import { median } from './queries/measure.ts';
import { progress } from './queries/progress.ts';
import { KEYS, type Parley, SETTINGS, startParley, until } from './servers.ts';
import { load } from './wrk.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LOOK_MS = 5;

type Start = { health: number; taken: number };

export async function run(args: string[]): Promise<void> {
  const { values } = parseFlags({
    args,
    options: {
      rows: { type: 'string', default: '1000000' },
      waiting: { type: 'string', default: '10000' },
      times: { type: 'string', default: '5' },
    },
  });
  const times = Number(values.times);
  const first: Start[] = [];
  for (let time = 0; time < times; time++) {
    const data = mkdtempSync(join(tmpdir(), 'parley-bench-'));
    first.push(await start(data));
    rmSync(data, { recursive: true, force: true });
  }
  const existing: Start[] = [];
  const data = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  await fill(data, Number(values.rows));
  for (let time = 0; time < times; time++) {
    await leaveWaiting(data, Number(values.waiting));
    existing.push(await start(data));
  }
  rmSync(data, { recursive: true, force: true });
  const seconds = (starts: Start[], field: keyof Start) =>
    round(median(starts.map((start) => start[field])) / 1000);
  console.log(
    JSON.stringify({
      bench: 'start',
      engine: engineName(),
      rows: Number(values.rows),
      waiting: Number(values.waiting),
      first_health_s: seconds(first, 'health'),
      first_taken_s: seconds(first, 'taken'),
      health_s: seconds(existing, 'health'),
      taken_s: seconds(existing, 'taken'),
    }),
  );
}

/** Milliseconds from the command to the first answer and to the first accepted payload. */
async function start(data: string): Promise<Start> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const body = JSON.stringify(payload(KEYS, 1));
  const started = performance.now();
  const child = spawn('npm', ['start', '--silent', '--', '--port', String(port), '--data', data], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...SETTINGS },
  });
  const answered = async (ask: () => Promise<Response>) => {
    await until(async () => (await ask()).ok, LOOK_MS);
    return performance.now() - started;
  };
  const headers = { 'Content-Type': 'application/json' };
  const [health, taken] = await Promise.all([
    answered(() => fetch(`${url}/health`)),
    answered(() => fetch(`${url}/track`, { method: 'POST', headers, body })),
  ]);
  progress(`/health after ${health.toFixed(0)} ms, the first payload after ${taken.toFixed(0)} ms`);
  await until(async () => (await fetch(`${url}/ready`)).ok);
  await end(child);
  return { health, taken };
}

async function end(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  // The server stops in order; npm waits for it.
  for (const pid of familyOf(child.pid ?? 0).slice(1)) signal(pid, 'SIGTERM');
  await closed;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

async function fill(data: string, rows: number): Promise<void> {
  const parley = await startParley({}, data);
  const engine = connect(parley.store(), undefined, FILL_PATIENCE_MS);
  await filledStore(parley.store(), engine, ['app_filled'], { rows, small: true });
  await engine.close();
  await parley.stop({ keep: true });
}

/** Sends payloads that are acknowledged while the engine is suspended, then kills everything. */
async function leaveWaiting(data: string, count: number): Promise<void> {
  const parley = await startParley({}, data);
  const [, ...engine] = parley.processes();
  for (const pid of engine) signal(pid, 'SIGSTOP');
  await send(parley, count);
  for (const pid of parley.processes()) signal(pid, 'SIGKILL');
  await parley.ended;
}

async function send(parley: Parley, count: number): Promise<void> {
  const bodies = payloadBodies(parley.keys);
  const waiting = () => parley.metric('parley_drain_lag_interactions');
  while ((await waiting()) < count)
    await load({ url: `${parley.url}/track`, connections: 16, bodies, seconds: 1, rate: count / 2 });
}
