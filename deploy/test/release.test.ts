/** Releases in a temporary repository, whose `npm run package` only writes the two files. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { changesFor } from '../../scripts/version-files.ts';
import { tempFolder } from '../../server/test/support/temp-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NEXT = '99.0.0';
const SCRIPTS = [
  'scripts/release.ts',
  'scripts/version-files.ts',
  'scripts/read-flags.ts',
  'server/src/base',
];
const NO_GIT_CONFIG = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };

type Repository = {
  git: (...args: string[]) => string;
  text: (path: string) => string;
  release: (...args: string[]) => { status: number | null; stdout: string; stderr: string };
  folder: string;
};

/** A repository with every file that names the version. */
async function repository(packing = 'node pack.mjs'): Promise<Repository> {
  const folder = await tempFolder();
  const files = changesFor(ROOT, NEXT, '2030-01-01').map(({ path }) => path);
  for (const path of [...files, ...SCRIPTS]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  }
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  manifest.scripts = { package: packing };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  writeFileSync(
    join(folder, 'pack.mjs'),
    `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
     const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
     mkdirSync('dist', { recursive: true });
     for (const name of ['parley', 'parley-sdk']) writeFileSync(\`dist/\${name}-\${version}.tgz\`, name);`,
  );
  writeFileSync(join(folder, '.gitignore'), 'dist/\n');
  const env = { ...process.env, ...NO_GIT_CONFIG };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' }).trim();
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'Jane');
  git('config', 'user.email', 'jane@example.com');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'begin');
  return {
    folder,
    git,
    text: (path) => readFileSync(join(folder, path), 'utf8'),
    release: (...args) =>
      spawnSync(process.execPath, ['scripts/release.ts', ...args], { cwd: folder, env, encoding: 'utf8' }),
  };
}

test('a release sets the version everywhere, packs, and makes a commit and an annotated tag', async () => {
  const { folder, git, text, release } = await repository();
  const { status, stderr } = release(NEXT);
  assert.equal(status, 0, stderr);
  const { version, workspaces } = JSON.parse(text('package.json'));
  const lock = JSON.parse(text('package-lock.json'));
  for (const workspace of workspaces) {
    assert.equal(JSON.parse(text(`${workspace}/package.json`)).version, NEXT);
    assert.equal(lock.packages[workspace].version, NEXT);
  }
  assert.deepEqual([version, lock.version, lock.packages[''].version], [NEXT, NEXT, NEXT]);
  assert.match(text('deploy/helm/parley/Chart.yaml'), /^version: 99\.0\.0\nappVersion: "99\.0\.0"$/m);
  assert.match(text('CHANGELOG.md'), /^## Unreleased\n\n## 99\.0\.0 \(\d{4}-\d{2}-\d{2}\)\n/m);
  assert.match(text('README.md'), /parley-99\.0\.0\.tgz/);
  assert.match(text('sdk/README.md'), /parley-sdk-99\.0\.0\.tgz/);
  const sums = text('dist/SHA256SUMS');
  const sum = createHash('sha256').update('parley-sdk').digest('hex');
  assert.ok(sums.includes(`${sum}  parley-sdk-99.0.0.tgz\n`), sums);
  assert.equal(git('status', '--porcelain'), '');
  assert.equal(git('log', '-1', '--format=%s'), 'release: 99.0.0');
  assert.equal(git('cat-file', '-t', 'v99.0.0'), 'tag');
  assert.match(
    git('tag', '--list', '--format=%(contents)', 'v99.0.0'),
    /Parley 99\.0\.0[\s\S]*parley-99\.0\.0\.tgz/,
  );
  assert.ok(existsSync(join(folder, 'dist/parley-99.0.0.tgz')));
});

test('a dry run prints every step and changes nothing', async () => {
  const { folder, git, release } = await repository();
  const { status, stdout } = release(NEXT, '--dry-run');
  assert.equal(status, 0);
  for (const step of ['sdk/package.json', 'CHANGELOG.md', 'SHA256SUMS', 'tag v99.0.0'])
    assert.ok(stdout.includes(step));
  assert.equal(git('status', '--porcelain'), '');
  assert.equal(git('tag'), '');
  assert.ok(!existsSync(join(folder, 'dist')));
});

test('a release is refused for an older version, a changed tree, an existing tag and an empty changelog', async () => {
  const { folder, git, text, release } = await repository();
  const refused = (...args: string[]) => {
    const { status, stderr } = release(...args);
    assert.equal(status, 1);
    return stderr;
  };
  assert.match(refused(), /^Usage: /);
  assert.match(refused('1.2'), /three numbers/);
  assert.match(refused('0.0.1'), /not newer/);
  git('tag', 'v99.0.0');
  assert.match(refused(NEXT), /exists already/);
  git('tag', '--delete', 'v99.0.0');
  writeFileSync(join(folder, 'new.txt'), '');
  assert.match(refused(NEXT), /not committed/);
  writeFileSync(
    join(folder, 'CHANGELOG.md'),
    text('CHANGELOG.md').replace(/(## Unreleased\n)[\s\S]*?(?=## \d)/, '$1\n'),
  );
  assert.match(refused(NEXT), /no entries/);
});

test('a release that cannot be packed leaves every file as it was', async () => {
  const { git, release } = await repository('exit 3');
  assert.notEqual(release(NEXT).status, 0);
  assert.equal(git('status', '--porcelain'), '');
  assert.equal(git('tag'), '');
});
