/** Builds the console before `npm start` and `npm test` if it is missing or its sources have changed. */
import { execFileSync } from 'node:child_process';
import { ensureMade, ROOT } from './made-from.ts';
import { readFlags } from './read-flags.ts';

readFlags({});

const SOURCES = [
  'console/src',
  'contract/src',
  'console/public',
  'console/index.html',
  'console/vite.config.ts',
  'package-lock.json',
];

ensureMade('console/dist', SOURCES, () => {
  try {
    execFileSync('npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn'], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  } catch {
    console.error('The console could not be built. "npx parley serve" starts the server without it.');
    process.exit(1);
  }
});
