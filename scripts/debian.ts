/**
 * Unpacks Debian packages below `.cache/` without installing them, using the system's sources with private
 * lists and cache. Nothing outside the repository changes.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../.cache/', import.meta.url));

/** The folder into which the packages were unpacked. */
export function debianFiles(name: string, packages: readonly string[]): string {
  const root = join(CACHE, 'debian', name);
  if (!existsSync(root)) unpackDebian(packages, root);
  return root;
}

function unpackDebian(packages: readonly string[], root: string): void {
  const apt = `${root}.apt`;
  for (const folder of ['lists/partial', 'cache/archives/partial', 'debs']) {
    mkdirSync(join(apt, folder), { recursive: true });
  }
  writeFileSync(join(apt, 'status'), '');
  const own = process.arch === 'arm64' ? 'arm64' : 'amd64';
  const options = [
    `Dir::State=${apt}`,
    `Dir::State::status=${join(apt, 'status')}`,
    `Dir::Cache=${join(apt, 'cache')}`,
    `APT::Architecture=${own}`,
    `APT::Architectures::=${own}`,
    'APT::Sandbox::User=root',
  ].flatMap((option) => ['-o', option]);
  const debs = join(apt, 'debs');
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], cwd: debs });
  try {
    run('apt-get', [...options, '-qq', 'update']);
    run('apt-get', [...options, '-qq', 'download', ...packages]);
    for (const deb of readdirSync(debs)) run('dpkg-deb', ['-x', deb, root]);
  } finally {
    rmSync(apt, { recursive: true, force: true });
  }
}
