/**
 * Makes sure that the embedded engine can run here, before `npm start`, `npm test` and `npm run bench`.
 * Nothing to do where chDB's native library came with `npm ci`. Where it did not, the registry is asked
 * for this platform's library once more; without one, the same engine is fetched as WebAssembly.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  hasNativeLibrary,
  hasWasm,
  NATIVE_LIBRARY,
  WASM_FOLDER,
} from '../server/src/store/engine-command.ts';

const WASM_PACKAGE = 'chdb-wasm@0.4.0';
const QUIET = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];

if (!process.env.PARLEY_CLICKHOUSE_URL && !hasNativeLibrary() && !hasWasm()) provide();

function provide(): void {
  const require = createRequire(new URL('../server/package.json', import.meta.url));
  const chdb = JSON.parse(readFileSync(require.resolve('chdb/package.json'), 'utf8'));
  const version: string | undefined = chdb.optionalDependencies?.[NATIVE_LIBRARY];
  if (version && installs([`${NATIVE_LIBRARY}@${version}`]) && hasNativeLibrary()) return;

  console.log(`${NATIVE_LIBRARY} cannot be installed: fetching the engine as WebAssembly (slower).`);
  mkdirSync(WASM_FOLDER, { recursive: true });
  writeFileSync(join(WASM_FOLDER, 'package.json'), '{"private":true}\n');
  if (installs(['--prefix', WASM_FOLDER, WASM_PACKAGE]) && hasWasm()) return;
  console.error(
    `Neither ${NATIVE_LIBRARY} nor ${WASM_PACKAGE} can be installed. Parley can use a ClickHouse server instead: set PARLEY_CLICKHOUSE_URL and start again.`,
  );
  process.exit(1);
}

function installs(what: string[]): boolean {
  try {
    execFileSync('npm', ['install', ...QUIET, ...what], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
