/**
 * Makes the package that runs outside the repository, `dist/parley-VERSION.tgz`, and beside it that of the client
 * library, `dist/parley-sdk-VERSION.tgz`, which the first one has in it, and serves. Everything stays where it is in
 * the repository, so that whatever is found by its place (threads, the console, the engine) is found.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VERSION } from '../../server/src/base/version.ts';
import { readFlags } from '../read-flags.ts';
import { compile } from './compile.ts';
import { makeManifest } from './manifest.ts';
import { neededPackages } from './needed-packages.ts';

readFlags({});

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DIST = join(ROOT, 'dist');
const PACKAGE = join(DIST, 'package');

const SOURCES = ['contract/src', 'server/src', 'server/bin'];
const SDK = `parley-sdk-${VERSION}.tgz`;
const AS_IT_IS = ['console/dist', `sdk/packed/${SDK}`, 'README.md', 'CHANGELOG.md', 'LICENSE'];
/** Of other packages: types, maps of sources, tests, and the packages in them, which have a turn of their own. */
const NOT_RUN = /\.(map|[cm]?ts|test\.js)$|^(node_modules|tests?|bench|benchmarks?|docs|examples?)$/;
const FOR_TESTS = /\.test\.ts$|^server\/src\/formats\/(fixtures|recorded)\b/;

rmSync(PACKAGE, { recursive: true, force: true });
for (const path of SOURCES.flatMap(filesIn)) {
  const target = join(PACKAGE, path.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(target), { recursive: true });
  if (/\.[jt]s$/.test(path)) writeFileSync(target, compile(ROOT, path));
  else cpSync(join(ROOT, path), target);
}
for (const path of AS_IT_IS) cpSync(join(ROOT, path), join(PACKAGE, path), { recursive: true });
for (const path of neededPackages(ROOT)) {
  const target = join(PACKAGE, path.slice(path.indexOf('node_modules')));
  const filter = (source: string) => !NOT_RUN.test(relative(join(ROOT, path), source));
  cpSync(join(ROOT, path), target, { recursive: true, filter });
}
cpSync(join(ROOT, 'sdk/packed', SDK), join(DIST, SDK));
writeFileSync(join(PACKAGE, 'package.json'), `${JSON.stringify(makeManifest(ROOT), null, 2)}\n`);
execFileSync('npm', ['pack', '--silent', '--pack-destination', DIST], { cwd: PACKAGE, stdio: 'inherit' });

function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !FOR_TESTS.test(path));
}
