/**
 * Ensures that the runtimes for the client library's tests are in `.cache/runtimes`, before `npm test`: older
 * versions of Node, Bun, Deno and Cloudflare's workerd, and an older TypeScript. They are not dependencies,
 * since nothing else needs them. A runtime that npm lacks for this machine is reported, and its tests are
 * skipped.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled, PACKAGES, RUNTIMES_FOLDER } from '../sdk/test/support/runtimes.ts';
import { installs } from '../server/src/engine/install-engine.ts';
import { readFlags } from './read-flags.ts';

readFlags({});

if (missing().length > 0) {
  console.log('Installing the runtimes that the client library is tested in.');
  mkdirSync(RUNTIMES_FOLDER, { recursive: true });
  const manifest = { private: true, optionalDependencies: PACKAGES };
  writeFileSync(join(RUNTIMES_FOLDER, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  // Without a home directory, npm would create a cache folder called "~".
  const cache = process.env.HOME ? [] : ['--cache', join(RUNTIMES_FOLDER, '.npm')];
  // Their install scripts only look for what is already there.
  installs(['--ignore-scripts', '--omit-lockfile-registry-resolved', '--prefix', RUNTIMES_FOLDER, ...cache]);
  const still = missing();
  if (still.length > 0) console.warn(`Not tested in ${still.join(', ')}: npm does not have it.`);
}

function missing(): string[] {
  return Object.keys(PACKAGES).filter((name) => !isInstalled(name));
}
