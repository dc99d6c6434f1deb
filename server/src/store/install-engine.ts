/** Fetches the embedded engine as WebAssembly where npm brought no native library along. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NoEngine } from './engine.ts';
import { engineModule, hasWasm, NATIVE_LIBRARY, WASM_FOLDER } from './engine-command.ts';

const WASM_PACKAGE = 'chdb-wasm@0.4.0';
const QUIET = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];

/** Nothing to do where an engine is there already. */
export function installEngine(say: (line: string) => void): void {
  if (engineModule() !== null) return;
  say(`There is no ${NATIVE_LIBRARY}: fetching the engine as WebAssembly (slower).`);
  if (makeFolder() && installs(['--prefix', WASM_FOLDER, WASM_PACKAGE]) && hasWasm()) return;
  throw new NoEngine(
    `Neither ${NATIVE_LIBRARY} nor ${WASM_PACKAGE} can be installed. Run "parley engine install" as somebody who may write to ${WASM_FOLDER}, or set PARLEY_CLICKHOUSE_URL to use a ClickHouse server instead.`,
  );
}

export function installs(what: string[]): boolean {
  try {
    // An npm that runs us hands its own settings down, also that it installs for the whole machine.
    execFileSync('npm', ['install', '--global=false', ...QUIET, ...what], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function makeFolder(): boolean {
  try {
    mkdirSync(WASM_FOLDER, { recursive: true });
    writeFileSync(join(WASM_FOLDER, 'package.json'), '{"private":true}\n');
    return true;
  } catch {
    return false;
  }
}
