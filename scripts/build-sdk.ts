/**
 * Builds the client library into `sdk/dist`, or the folder that is named: for Node and for the web, as ES modules and
 * as CommonJS, and its types.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { readFlagsAndNames } from './read-flags.ts';

const SDK = fileURLToPath(new URL('../sdk', import.meta.url));
const [DIST = join(SDK, 'dist')] = readFlagsAndNames({}).positionals;
const TYPES = join(DIST, 'types');

rmSync(DIST, { recursive: true, force: true });
await bundle('node', []);
await bundle('web', ['parley-web']);
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

/** Each declaration for those who import, and for those who require. */
function declareTypes(): void {
  const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
  const options = [
    '--noEmit',
    'false',
    '--declaration',
    '--emitDeclarationOnly',
    '--rootDir',
    `${SDK}/src`,
    '--outDir',
    TYPES,
  ];
  execFileSync(process.execPath, [tsc, '-p', SDK, ...options], { stdio: 'inherit' });
  for (const name of readdirSync(TYPES, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const file = join(TYPES, name);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, withEndings(text, 'js'));
    writeFileSync(file.replace(/\.d\.ts$/, '.d.cts'), withEndings(text, 'cjs'));
  }
}

function withEndings(text: string, ending: 'js' | 'cjs'): string {
  return text.replace(/(from |import\()(['"]\.[^'"]+)\.ts(['"])/g, `$1$2.${ending}$3`);
}
