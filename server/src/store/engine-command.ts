/**
 * How to run the embedded engine on this machine. chDB ships a native library per platform; where this
 * one's is not installed, the same engine runs as WebAssembly (`scripts/ensure-engine.ts` fetches it).
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const PLATFORM = `${process.platform}-${process.arch}${process.platform === 'linux' ? '-gnu' : ''}`;

export const NATIVE_LIBRARY = `@chdb/lib-${PLATFORM}`;
export const WASM_FOLDER = fileURLToPath(new URL('../../../.cache/engine-wasm/', import.meta.url));
const WASM_MODULE = `${WASM_FOLDER}node_modules/chdb-wasm/dist/chdb.mjs`;

/** What the engine's host is started with; null when no engine can run here: then only a server will do. */
export function engineModule(): string | null {
  if (hasNativeLibrary()) return 'native';
  return hasWasm() ? WASM_MODULE : null;
}

export function hasNativeLibrary(): boolean {
  try {
    require.resolve(`${NATIVE_LIBRARY}/package.json`);
    return true;
  } catch {
    return false;
  }
}

export function hasWasm(): boolean {
  return existsSync(WASM_MODULE);
}
