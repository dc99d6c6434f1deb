/**
 * The embedded engine of this machine. chDB ships a native library per platform; where it is not installed, the same
 * engine runs as WebAssembly (`scripts/ensure-engine.ts` fetches it).
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
export const PLATFORM = `${process.platform}-${process.arch}`;

export const NATIVE_LIBRARY = `@chdb/lib-${PLATFORM}${process.platform === 'linux' ? '-gnu' : ''}`;
/** Beside the program, shared by all users of the machine. */
export const WASM_FOLDER = fileURLToPath(new URL('../../../.cache/engine-wasm/', import.meta.url));
const WASM_MODULE = 'node_modules/chdb-wasm/dist/chdb.mjs';

/** Folders of the WebAssembly engine, best first: a service may have write access only to its data folder. */
export function wasmFolders(data?: string): string[] {
  return data === undefined ? [WASM_FOLDER] : [WASM_FOLDER, join(data, 'engine-wasm')];
}

/** The module argument of the engine's host; null when no engine can run here and a ClickHouse server is needed. */
export function engineModule(data?: string): string | null {
  return hasNativeLibrary() ? 'native' : wasmModule(wasmFolders(data));
}

export function hasNativeLibrary(): boolean {
  try {
    require.resolve(`${NATIVE_LIBRARY}/package.json`);
    return true;
  } catch {
    return false;
  }
}

export function wasmModule(folders: readonly string[]): string | null {
  return folders.map((folder) => join(folder, WASM_MODULE)).find(existsSync) ?? null;
}
