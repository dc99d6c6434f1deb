/** Runs the server, restarted when one of its files changes, and the console with hot reload. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readFlags } from './read-flags.ts';

readFlags({});

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/bin/parley.js', 'serve'], {
    cwd: ROOT,
    stdio: 'inherit',
  }),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js', 'console', '--clearScreen', 'false'], {
    cwd: ROOT,
    stdio: 'inherit',
  }),
];

/** If one of them ends, the other is stopped. */
for (const child of children) {
  child.once('exit', (code) => {
    process.exitCode ??= code ?? 0;
    for (const other of children) other.kill();
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
