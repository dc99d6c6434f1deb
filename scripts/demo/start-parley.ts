/** Starts Parley in its own process, as an operator does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const BIN = fileURLToPath(new URL('../../server/bin/parley.js', import.meta.url));

export type Parley = {
  url: string;
  pid: number;
  /** The exit code, once it has ended. */
  ended: Promise<number>;
  stop: () => void;
};

export type Start = { data: string; port: string; email: string; password: string };

export async function startParley({ data, port, email, password }: Start): Promise<Parley> {
  const child = spawn(process.execPath, [BIN, 'serve', '--data', data, '--port', port], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PARLEY_INIT_EMAIL: email, PARLEY_INIT_PASSWORD: password },
  });
  const ended = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? 1)));
  const stop = () => void child.kill('SIGTERM');
  // A terminal interrupts both processes; a signal to this one alone is passed on.
  process.once('SIGTERM', stop);
  process.on('SIGINT', () => {});
  return { url: await listeningUrl(child), pid: child.pid ?? 0, ended, stop };
}

function listeningUrl(child: ChildProcess): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const url = /listens on (\S+)/.exec(printed)?.[1];
      if (url) resolve(url);
    });
    child.on('close', () => reject(new Error('Parley did not start.')));
  });
}

/** Waits until everything posted is stored; `onWaiting` receives the number that is left. */
export async function drained(url: string, onWaiting: (waiting: number) => void): Promise<void> {
  for (;;) {
    const text = await (await fetch(`${url}/metrics`)).text();
    const waiting = Number(/^parley_drain_lag_interactions (\d+)/m.exec(text)?.[1] ?? Number.NaN);
    if (waiting === 0) return;
    onWaiting(waiting);
    await sleep(500);
  }
}
