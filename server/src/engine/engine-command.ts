/**
 * How to run the embedded engine on this machine. chDB ships a native library per platform; where this
 * one's is not installed, the same engine runs as WebAssembly (`scripts/ensure-engine.ts` fetches it).
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
export const PLATFORM = `${process.platform}-${process.arch}`;

export const NATIVE_LIBRARY = `@chdb/lib-${PLATFORM}${process.platform === 'linux' ? '-gnu' : ''}`;
/** Beside the program, for everybody on the machine. */
export const WASM_FOLDER = fileURLToPath(new URL('../../../.cache/engine-wasm/', import.meta.url));
const WASM_MODULE = 'node_modules/chdb-wasm/dist/chdb.mjs';

/** Where the engine as WebAssembly may be, best first: a service may have no other place to write to than its data folder. */
export function wasmFolders(data?: string): string[] {
  return data === undefined ? [WASM_FOLDER] : [WASM_FOLDER, join(data, 'engine-wasm')];
}

/** What the engine's host is started with; null when no engine can run here: then only a server will do. */
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
