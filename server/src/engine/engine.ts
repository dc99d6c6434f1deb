/** Starts the process of the embedded engine, and restarts it when it exits. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BackOff } from '../base/back-off.ts';
import { lowerPriority } from '../base/lower-priority.ts';
import { engineModule } from './engine-command.ts';

export type Engine = {
  kind: 'native' | 'wasm';
  /** The socket; the same after restarts of the process. */
  socketPath: string;
  pid: () => number | undefined;
  /** Start of the process, by `performance.now()`. */
  startedAt: () => number;
  /** Kills a hanging process; another one is started. */
  restart: (reason: string) => void;
  stop: () => Promise<void>;
};

export type EngineEvents = {
  onExit: (reason: string) => void;
  /** The process has run for `STEADY_MS`. */
  onSteady?: () => void;
  onOutput: (line: string) => void;
};

const HOST = fileURLToPath(new URL('./engine-host.ts', import.meta.url));
const RESTART = { firstMs: 500, mostMs: 30_000 };
/** A process that runs this long counts as started well, and resets the back-off. */
const STEADY_MS = 30_000;

export class NoEngine extends Error {}

/** `data`: the data folder, which may also hold the WebAssembly engine. */
export function startEngine(folder: string, events: EngineEvents, data?: string): Engine {
  const module = engineModule(data);
  if (!module) {
    throw new NoEngine(
      `chDB, the embedded engine, is not installed for ${process.platform}-${process.arch}. Run "parley engine install", which fetches it, or set PARLEY_CLICKHOUSE_URL.`,
    );
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Not in the data folder, whose path may exceed the 100 or so characters of a socket path.
  const socketFolder = mkdtempSync(join(tmpdir(), 'parley-'));
  const socketPath = join(socketFolder, 'engine.sock');
  let child: ChildProcess | undefined;
  let startedAt = 0;
  let why: string | undefined;
  let stopping = false;
  const backOff = new BackOff(RESTART);

  const run = () => {
    rmSync(socketPath, { force: true });
    const process_ = spawn(process.execPath, [HOST, module, folder, socketPath], {
      // Standard input closes when the parent exits.
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: tmpdir(), UV_THREADPOOL_SIZE: '8' },
    });
    child = process_;
    startedAt = performance.now();
    if (process_.pid !== undefined) lowerPriority(process_.pid);
    for (const stream of [process_.stdout, process_.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => events.onOutput(text.trimEnd()));
    }
    process_.on('error', (error) => events.onOutput(error.message));
    const steady = setTimeout(() => {
      backOff.reset();
      events.onSteady?.();
    }, STEADY_MS).unref();
    process_.on('close', (code, signal) => {
      clearTimeout(steady);
      if (stopping) return;
      events.onExit(why ?? signal ?? `exit code ${code}`);
      why = undefined;
      setTimeout(() => {
        if (!stopping) run();
      }, backOff.next());
    });
  };
  run();

  return {
    kind: module === 'native' ? 'native' : 'wasm',
    socketPath,
    pid: () => child?.pid,
    startedAt: () => startedAt,
    restart(reason) {
      why = reason;
      // A stopped process (SIGSTOP) reacts to no other signal.
      child?.kill('SIGKILL');
    },
    async stop() {
      stopping = true;
      const ended = child;
      if (ended && ended.exitCode === null && ended.signalCode === null) {
        await new Promise((resolve) => ended.on('close', resolve).kill('SIGKILL'));
      }
      rmSync(socketFolder, { recursive: true, force: true });
    },
  };
}
