import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { databaseOf } from './metadata-address.ts';
import { NO_STORE } from './server-process.ts';

const BIN = fileURLToPath(new URL('../../bin/parley.js', import.meta.url));

export type Run = { code: number; stdout: string; stderr: string };

/** Runs `parley` on a data folder without a store, whether or not a server runs on it. */
export function parley(data: string, ...args: string[]): Promise<Run> {
  return runParley(data, args, { PARLEY_CLICKHOUSE_URL: NO_STORE });
}

/** Runs `parley` on a data folder with additional environment variables. */
export function runParley(data: string, args: string[], more: Record<string, string>): Promise<Run> {
  const env = { ...process.env, PARLEY_DATA: data, ...databaseOf(data), ...more };
  return new Promise((resolve) => {
    execFile(process.execPath, [BIN, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}
