/** The library as it is published, and as somebody installs it. */
import { execFile } from 'node:child_process';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { tempFolder } from '../../../server/test/support/temp-folder.ts';

const run = promisify(execFile);
const SDK = fileURLToPath(new URL('../..', import.meta.url));
const BUILD = fileURLToPath(new URL('../../../scripts/build-sdk.ts', import.meta.url));

let packed: Promise<string> | null = null;

/** The tarball; made once for all tests of a file, and beside those of others. */
export function packedSdk(): Promise<string> {
  packed ??= pack();
  return packed;
}

/** A project with nothing but the library in it. */
export async function projectWithSdk(): Promise<string> {
  const tarball = await packedSdk();
  const project = await tempFolder();
  await writeFile(join(project, 'package.json'), '{"private":true}\n');
  // Offline: there is nothing to fetch, since it has no dependencies.
  await npm(project, ['install', '--offline', '--no-audit', '--no-fund', tarball]);
  return project;
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

/** An npm that runs these tests hands its own settings down. */
function npm(cwd: string, args: string[]): Promise<{ stdout: string }> {
  const env = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  return run('npm', args, { cwd, env: Object.fromEntries(env) });
}
