/**
 * Packs the server as `dist/parley-VERSION.tgz`, which runs outside the repository, and puts the client library that
 * it serves beside it, as `dist/parley-sdk-VERSION.tgz`. Files keep their places of the repository, because threads,
 * the console and the engine are found by relative path. Nothing goes in that is not in one of the lists below.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { VERSION } from '../../server/src/base/version.ts';
import { readFlags } from '../read-flags.ts';
import { assetFiles, ENTRY } from './contents.ts';
import { makeManifest } from './manifest.ts';
import { compileReachable } from './modules.ts';
import { neededPackages } from './needed-packages.ts';

readFlags({});

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DIST = join(ROOT, 'dist');
const PACKAGE = join(DIST, 'package');
/** Of other packages: types, source maps, tests, and the packages nested in them, which are copied on their own. */
const NOT_RUN = /\.(map|[cm]?ts|test\.js)$|^(node_modules|tests?|bench|benchmarks?|docs|examples?)$/;

rmSync(PACKAGE, { recursive: true, force: true });
for (const [path, code] of compileReachable(ROOT, ENTRY)) {
  const target = join(PACKAGE, path.replace(/\.ts$/, '.js'));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, code);
}
const assets = assetFiles(ROOT, VERSION);
for (const path of assets) cpSync(join(ROOT, path), join(PACKAGE, path));
for (const path of neededPackages(ROOT)) {
  const target = join(PACKAGE, path.slice(path.indexOf('node_modules')));
  const filter = (source: string) => !NOT_RUN.test(relative(join(ROOT, path), source));
  cpSync(join(ROOT, path), target, { recursive: true, filter });
}
writeFileSync(join(PACKAGE, 'package.json'), `${JSON.stringify(makeManifest(ROOT), null, 2)}\n`);
execFileSync('npm', ['pack', '--silent', '--pack-destination', DIST], { cwd: PACKAGE, stdio: 'inherit' });
for (const path of assets.filter((name) => name.endsWith('.tgz')))
  cpSync(join(ROOT, path), join(DIST, basename(path)));
