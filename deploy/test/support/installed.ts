/** An installed Parley, run by a user who has nothing of this repository. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { eventually } from '../../../server/test/support/eventually.ts';
import { bytesOf, payloadOf, TEST_KEYS } from '../../../server/test/support/payloads.ts';
import { READ_TOKEN, request } from '../../../server/test/support/server-process.ts';

/** Includes downloading the engine. */
const START_MS = 120_000;
const STORE_MS = 60_000;

/** Variables that packages are downloaded with; the only ones passed on. */
const NETWORK = /^(https?_proxy|no_proxy|node_extra_ca_certs|npm_config_(registry|cache|cafile))$/i;

export function networkSettings(): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => NETWORK.test(name));
  return Object.fromEntries(kept.map(([name, value = '']) => [name, value]));
}

/** A clean environment, with the Node that runs the tests first in `PATH`. */
export function cleanEnvironment(home: string): Record<string, string> {
  const path = `${dirname(process.execPath)}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
  return { ...networkSettings(), PATH: path, HOME: home };
}

/** Creates an application at the first start. */
export const FIRST_APPLICATION = {
  PARLEY_INIT_APP_NAME: 'Tests',
  PARLEY_INIT_APP_KEY: TEST_KEYS.appKey,
  PARLEY_INIT_API_KEY: TEST_KEYS.apiKey,
  PARLEY_INIT_READ_TOKEN: READ_TOKEN,
};

export type Running = { url: string; pid: number; output: () => string; stop: () => Promise<void> };

/** Starts a serving command and waits until it listens. */
export async function startServing(
  [command = '', ...args]: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<Running> {
  // Its own process group, so that a signal reaches it through any wrapper.
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const listening = () => /listens on (\S+)/.exec(output)?.[1];
  const stop = async () => {
    signalGroup(child);
    await ended;
  };
  try {
    await eventually(
      'the server listens',
      () => listening() !== undefined || child.exitCode !== null,
      START_MS,
    );
  } catch (error) {
    await stop();
    throw error;
  }
  const url = listening();
  if (url === undefined) throw new Error(`It did not start:\n${output}`);
  return { url, pid: child.pid ?? 0, output: () => output, stop };
}

function signalGroup({ pid, exitCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGTERM');
}

/** Posts an interaction and waits until it can be read from the store. */
export async function trackAndRead({ url }: Running): Promise<void> {
  const posted = await request(`${url}/track`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: bytesOf(payloadOf('openai', 'chat', {})),
  });
  assert.equal(posted.status, 200);
  const headers = { Authorization: `Bearer ${READ_TOKEN}` };
  const isListed = async () =>
    (await request(`${url}/v1/interactions`, { headers })).text.includes(String(posted.json.id));
  await eventually('the interaction is listed', isListed, STORE_MS);
}
