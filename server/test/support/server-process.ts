/** A Parley server as an operator runs it: a separate process, killed for real. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { eventually } from './eventually.ts';
import { databaseOf, makeMetadata } from './metadata-address.ts';
import { type Keys, TEST_KEYS } from './payloads.ts';

export const READ_TOKEN = 'read-token-for-tests';
const BIN = fileURLToPath(new URL('../../bin/parley.js', import.meta.url));

/** Address on which nothing listens, for tests in which the store does not matter. */
export const NO_STORE = 'http://127.0.0.1:9/nowhere';

export type Options = {
  data: string;
  /** Store address; the embedded engine if absent. */
  clickhouseUrl?: string;
  env?: Record<string, string>;
};

export type TestServer = {
  url: string;
  /** The server's data folder. */
  data: string;
  pid: number;
  keys: Keys;
  /** Everything the server printed, log lines included. */
  output: () => string;
  post: (body: string | Buffer, headers?: Record<string, string>) => Promise<Answer>;
  get: (path: string, token?: string) => Promise<Answer>;
  signal: (signal: NodeJS.Signals) => void;
  /** Resolves with the exit code or the name of the signal. */
  ended: Promise<number | string>;
  stop: () => Promise<number | string>;
};

export type Answer = { status: number; headers: Headers; text: string; json: Record<string, unknown> };

export async function startServer({ data, clickhouseUrl, env = {} }: Options): Promise<TestServer> {
  await makeMetadata(data);
  const child = spawn(process.execPath, [BIN, 'serve', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PARLEY_CLICKHOUSE_URL: clickhouseUrl ?? '',
      ...databaseOf(data),
      PARLEY_DISK_FLOOR: '1MiB',
      PARLEY_INIT_APP_NAME: 'Tests',
      PARLEY_INIT_APP_KEY: TEST_KEYS.appKey,
      PARLEY_INIT_API_KEY: TEST_KEYS.apiKey,
      PARLEY_INIT_READ_TOKEN: READ_TOKEN,
      ...env,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | string>((resolve) => {
    child.on('close', (code, signal) => resolve(signal ?? code ?? -1));
  });
  const url = await listeningUrl(child, () => output).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    url,
    data,
    pid: child.pid ?? 0,
    keys: TEST_KEYS,
    output: () => output,
    post: (body, headers = {}) =>
      request(`${url}/track`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : new Uint8Array(body),
      }),
    get: (path, token = READ_TOKEN) =>
      request(`${url}${path}`, { headers: { Authorization: `Bearer ${token}` } }),
    signal: (signal) => child.kill(signal),
    ended,
    async stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

async function listeningUrl(child: ChildProcess, output: () => string): Promise<string> {
  const listening = () => /listens on (\S+)/.exec(output())?.[1];
  await eventually('the server listens', () => listening() !== undefined || child.exitCode !== null, 60_000);
  const url = listening();
  if (url === undefined) throw new Error(`The server did not start:\n${output()}`);
  return url;
}

export async function request(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parse(text) };
}

export function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
