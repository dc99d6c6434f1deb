/** Starts what a benchmark measures: the bare server, and Parley as an operator would run it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../server/src/config.ts';
import { runningServer } from '../../server/src/data-folder/data-folder.ts';
import type { StoreAddress } from '../../server/src/store/client.ts';
import { familyOf, memoryOf } from './processes.ts';

export const KEYS = { appKey: 'pk_bench', apiKey: 'sk_bench' };
const TOKEN = 'rt_bench';
/** The common base of all servers. */
export const SETTINGS = {
  PARLEY_LOG_LEVEL: 'warn',
  PARLEY_INIT_APP_NAME: 'bench',
  PARLEY_INIT_APP_KEY: KEYS.appKey,
  PARLEY_INIT_API_KEY: KEYS.apiKey,
  PARLEY_INIT_READ_TOKEN: TOKEN,
};

export type Parley = {
  url: string;
  keys: typeof KEYS;
  /** Its data folder. */
  data: string;
  /** Token for reading. */
  token: string;
  /** Seconds from start to the first 200 of /ready. */
  readyAfter: number;
  /** The answer's text; POST if there is a body. Error statuses throw. */
  ask: (path: string, body?: object) => Promise<string>;
  get: (path: string) => Promise<unknown>;
  /** Socket of its engine, for looking behind the server. */
  store: () => StoreAddress;
  metric: (name: string) => Promise<number>;
  /** Process ids: the server first, then its engine. */
  processes: () => number[];
  /** Resident memory of the server and its engine, in MB. */
  rss: () => number;
  /** Waits until everything is stored. */
  drained: () => Promise<void>;
  /** Stops it and removes its folder, unless that is kept. */
  stop: (options?: { keep?: boolean }) => Promise<void>;
  ended: Promise<void>;
};

export type Beside = { url: string; pid: number; stop: () => void };

export function startBare(): Promise<Beside> {
  return startBeside('./bare-server.ts');
}

/** Starts one of our own servers in its own process, which prints its port. */
export async function startBeside(file: string): Promise<Beside> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'inherit'] });
  const port = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data) => resolve(String(data).trim())),
  );
  return { url: `http://127.0.0.1:${port}/`, pid: child.pid ?? 0, stop: () => child.stdin.end() };
}

export async function startParley(
  env: Readonly<Record<string, string>> = {},
  data = mkdtempSync(join(tmpdir(), 'parley-bench-')),
): Promise<Parley> {
  const bin = fileURLToPath(new URL('../../server/bin/parley.js', import.meta.url));
  const started = performance.now();
  const child = spawn(process.execPath, [bin, 'serve', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...SETTINGS, ...env },
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const url = await listeningUrl(child);
  await until(async () => (await fetch(`${url}/ready`)).ok);
  const readyAfter = (performance.now() - started) / 1000;
  const metric = async (name: string) => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
  };
  const ask = async (path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const post = { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(
      `${url}${path}`,
      body ? { ...post, headers: { ...headers, 'Content-Type': 'application/json' } } : { headers },
    );
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return text;
  };
  return {
    url,
    keys: KEYS,
    data,
    token: TOKEN,
    readyAfter,
    metric,
    ask,
    get: async (path) => JSON.parse(await ask(path)),
    store() {
      const socketPath = runningServer(data)?.engine;
      if (socketPath) return { kind: 'embedded', socketPath };
      return { kind: 'remote', ...(readConfig([], process.env).clickhouse ?? { url: '' }) };
    },
    processes: () => familyOf(child.pid ?? 0),
    rss: () => Math.round(memoryOf(familyOf(child.pid ?? 0), 'VmRSS') / 1e6),
    drained: () => until(async () => (await metric('parley_drain_lag_interactions')) === 0),
    ended,
    async stop({ keep = false } = {}) {
      child.kill('SIGTERM');
      await ended;
      if (!keep) rmSync(data, { recursive: true, force: true });
    },
  };
}

/** The first interaction starts the store in earnest: after it, the engine is up and warm. */
export async function warmUp(parley: Parley, body: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${parley.url}/track`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`/track answered ${response.status}: ${await response.text()}`);
  await parley.drained();
}

async function listeningUrl(child: ChildProcess): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (data) => {
      printed += data;
      const url = /listens on (\S+)/.exec(printed)?.[1];
      if (url) resolve(url);
    });
    child.on('close', () => reject(new Error('Parley did not start.')));
  });
}

export async function until(condition: () => Promise<boolean>, everyMs = 20): Promise<void> {
  while (!(await condition().catch(() => false))) await sleep(everyMs);
}
