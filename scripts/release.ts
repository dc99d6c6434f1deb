/**
 * Makes a release: `npm run release -- X.Y.Z`. Sets the version everywhere, packs the server and the client library
 * into `dist`, with their checksums, and makes a commit and an annotated tag. Pushing and publishing are separate
 * steps (docs/releasing.md). `--dry-run` prints what it would do.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readFlagsAndNames } from './read-flags.ts';
import { changesFor, type FileChange, ReleaseError } from './version-files.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const { values, positionals } = readFlagsAndNames({ 'dry-run': { type: 'boolean', default: false } });
const [version, ...others] = positionals;

try {
  if (version === undefined || others.length > 0)
    throw new ReleaseError('Usage: npm run release -- X.Y.Z [--dry-run]');
  release(version);
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(error.message);
  process.exit(1);
}

function release(version: string): void {
  const tag = `v${version}`;
  const changes = changesFor(ROOT, version, new Date().toISOString().slice(0, 10));
  const packages = [`parley-${version}.tgz`, `parley-sdk-${version}.tgz`];
  if (git('status', '--porcelain') !== '')
    throw new ReleaseError('There are changes that are not committed: commit or stash them first.');
  if (git('tag', '--list', tag) !== '') throw new ReleaseError(`The tag ${tag} exists already.`);
  if (values['dry-run']) {
    for (const { path } of changes) console.log(`set ${version} in ${path}`);
    for (const name of packages) console.log(`pack dist/${name}`);
    console.log(`write dist/SHA256SUMS\ncommit "release: ${version}"\ntag ${tag}`);
    return;
  }
  write(changes, 'after');
  let sums: string;
  try {
    execFileSync('npm', ['run', '--silent', 'package'], { cwd: ROOT, stdio: 'inherit' });
    sums = packages.map((name) => `${sha256(join(ROOT, 'dist', name))}  ${name}\n`).join('');
  } catch (error) {
    write(changes, 'before');
    throw error;
  }
  writeFileSync(join(ROOT, 'dist/SHA256SUMS'), sums);
  git('commit', '--all', '--message', `release: ${version}`);
  git('tag', '--annotate', tag, '--message', `Parley ${version}`, '--message', sums);
  console.log(`${tag} is made. Next: docs/releasing.md, "Publish".\n${sums}`);
}

function write(changes: readonly FileChange[], which: 'before' | 'after'): void {
  for (const change of changes) writeFileSync(join(ROOT, change.path), change[which]);
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
}
