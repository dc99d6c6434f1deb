/** Fetches the embedded engine as WebAssembly where npm installed no native library. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NoEngine } from './engine.ts';
import { engineModule, NATIVE_LIBRARY, WASM_FOLDER, wasmFolders, wasmModule } from './engine-command.ts';

const WASM_PACKAGE = 'chdb-wasm@0.4.0';
const QUIET = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];

/** Does nothing where an engine is installed. Falls back to the data folder where the program's folder is read-only. */
export function installEngine(say: (line: string) => void, data?: string): void {
  if (engineModule(data) !== null) return;
  say(`There is no ${NATIVE_LIBRARY}: fetching the engine as WebAssembly (slower).`);
  if (wasmFolders(data).some(installWasm)) return;
  throw new NoEngine(
    `Neither ${NATIVE_LIBRARY} nor ${WASM_PACKAGE} can be installed. Run "parley engine install" as somebody who may write to ${WASM_FOLDER}, or set PARLEY_CLICKHOUSE_URL to use a ClickHouse server instead.`,
  );
}

export function installWasm(folder: string): boolean {
  if (!makeFolder(folder)) return false;
  const cache = join(folder, 'npm-cache');
  const env = mayWrite(process.env.HOME)
    ? process.env
    : { ...process.env, HOME: folder, npm_config_cache: cache };
  const isInstalled = installs(['--prefix', folder, WASM_PACKAGE], env) && wasmModule([folder]) !== null;
  rmSync(cache, { recursive: true, force: true });
  return isInstalled;
}

export function installs(what: string[], env: NodeJS.ProcessEnv = process.env): boolean {
  try {
    // npm passes its settings to child processes, including `--global`.
    execFileSync('npm', ['install', '--global=false', ...QUIET, ...what], { stdio: 'ignore', env });
    return true;
  } catch {
    return false;
  }
}

/** Whether npm can write its cache and logs there; the user of a service may have no home. */
function mayWrite(home: string | undefined): boolean {
  if (!home) return false;
  try {
    accessSync(home, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function makeFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
    return true;
  } catch {
    return false;
  }
}
