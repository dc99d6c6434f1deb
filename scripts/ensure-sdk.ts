/**
 * Packs the client library into `sdk/packed`, from where the server serves it, before `npm start` and `npm
 * test`, if it is missing or its sources have changed.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureMade, ROOT } from './made-from.ts';
import { readFlags } from './read-flags.ts';

readFlags({});

const SOURCES = [
  'sdk/src',
  'sdk/package.json',
  'sdk/tsconfig.json',
  'sdk/README.md',
  'sdk/LICENSE',
  'scripts/build-sdk.ts',
  'tsconfig.json',
  'package-lock.json',
];

ensureMade('sdk/packed', SOURCES, () => {
  const packed = join(ROOT, 'sdk/packed');
  rmSync(packed, { recursive: true, force: true });
  mkdirSync(packed, { recursive: true });
  try {
    execFileSync('npm', ['pack', '--silent', '--pack-destination', packed], {
      cwd: join(ROOT, 'sdk'),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch {
    console.error('The client library could not be packed. "npx parley serve" starts the server without it.');
    process.exit(1);
  }
});
