/**
 * Builds the client library into `sdk/dist`, or the folder given: for Node and for the web, as ES modules and
 * as CommonJS, with types.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { readFlagsAndNames } from './read-flags.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SDK = join(ROOT, 'sdk');
const [DIST = join(SDK, 'dist')] = readFlagsAndNames({}).positionals;
const TYPES = join(DIST, 'types');

rmSync(DIST, { recursive: true, force: true });
await bundle('node', []);
await bundle('web', ['parley-web']);
await bundleBrowser();
declareTypes();

async function bundle(platform: 'node' | 'web', conditionNames: string[]): Promise<void> {
  const build = await rolldown({
    input: join(SDK, 'src/index.ts'),
    platform: platform === 'node' ? 'node' : 'neutral',
    resolve: { conditionNames: [...conditionNames, 'import', 'default'] },
    external: [/^node:/],
  });
  for (const [format, ending] of [
    ['esm', 'js'],
    ['cjs', 'cjs'],
  ] as const) {
    await build.write({ file: join(DIST, `${platform}.${ending}`), format, minify: true });
  }
  await build.close();
}

/** The function for pages: one ES module, for a script tag or a bundler. */
async function bundleBrowser(): Promise<void> {
  const build = await rolldown({ input: join(SDK, 'src/browser.ts'), platform: 'browser' });
  await build.write({ file: join(DIST, 'browser.js'), format: 'esm', minify: true });
  await build.close();
}

/**
 * Writes each declaration for `import` and for `require`. The contract's providers, which are in the bundles as
 * well, are declared beside the library's own files.
 */
function declareTypes(): void {
  const emitted = join(DIST, 'emitted');
  const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
  const options = [
    '--noEmit',
    'false',
    '--declaration',
    '--emitDeclarationOnly',
    '--rootDir',
    ROOT,
    '--outDir',
    emitted,
  ];
  execFileSync(process.execPath, [tsc, '-p', SDK, ...options], { stdio: 'inherit' });
  renameSync(join(emitted, 'sdk/src'), TYPES);
  renameSync(join(emitted, 'contract/src/providers'), join(TYPES, 'providers'));
  rmSync(emitted, { recursive: true });
  for (const name of readdirSync(TYPES, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const file = join(TYPES, name);
    const providers = posix.join(posix.relative(posix.dirname(name), '.'), 'providers/index.ts');
    const text = readFileSync(file, 'utf8').replaceAll('@parley/contract/providers', `./${providers}`);
    writeFileSync(file, withEndings(text, 'js'));
    writeFileSync(file.replace(/\.d\.ts$/, '.d.cts'), withEndings(text, 'cjs'));
  }
}

function withEndings(text: string, ending: 'js' | 'cjs'): string {
  return text.replace(/(from |import\()(['"]\.[^'"]+)\.ts(['"])/g, `$1$2.${ending}$3`);
}
