/** The library as it is published and installed. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { tempFolder } from '../../../server/test/support/temp-folder.ts';

const run = promisify(execFile);
const SDK = fileURLToPath(new URL('../..', import.meta.url));
const BUILD = fileURLToPath(new URL('../../../scripts/build-sdk.ts', import.meta.url));

let packed: Promise<string> | null = null;

/** The tarball, built once per test file; each file has its own, so that files can run in parallel. */
export function packedSdk(): Promise<string> {
  packed ??= pack();
  return packed;
}

/** A project with only the library installed. */
export async function projectWithSdk(): Promise<string> {
  const tarball = await packedSdk();
  const project = await tempFolder();
  await writeFile(join(project, 'package.json'), '{"private":true}\n');
  // Offline: there are no dependencies to fetch.
  await npm(project, ['install', '--offline', '--no-audit', '--no-fund', tarball]);
  return project;
}

/** Links the clients of all providers into the project. */
export async function linkClients(project: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(SDK, 'package.json'), 'utf8'));
  await link(project, Object.keys(manifest.devDependencies));
}

/** Links packages of this repository into the project. */
export async function link(project: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const own = join(SDK, 'node_modules', name);
    const place = join(project, 'node_modules', name);
    if (existsSync(place)) continue;
    await mkdir(dirname(place), { recursive: true });
    await symlink(existsSync(own) ? own : join(SDK, '../node_modules', name), place);
  }
}

async function pack(): Promise<string> {
  const folder = await tempFolder();
  const copy = join(folder, 'sdk');
  for (const name of ['package.json', 'README.md', 'LICENSE', 'src', 'tsconfig.json'])
    await cp(join(SDK, name), join(copy, name), { recursive: true });
  await run(process.execPath, [BUILD, join(copy, 'dist')]);
  const { stdout } = await npm(copy, ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]);
  return join(folder, stdout.trim());
}

/** Without npm's variables, which an npm that runs these tests passes on. */
export function npm(cwd: string, args: string[]): Promise<{ stdout: string }> {
  const env = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  return run('npm', args, { cwd, env: Object.fromEntries(env) });
}
