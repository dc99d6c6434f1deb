/** Checks the embedded engine: whether it is available, and which one. */
import {
  hasNativeLibrary,
  NATIVE_LIBRARY,
  PLATFORM,
  wasmFolders,
  wasmModule,
} from '../engine/engine-command.ts';
import { bad, type Finding, ok, warn } from './finding.ts';

export type Engines = { native: boolean; wasm: boolean; library: string; platform: string };

/** Platforms for which npm has the native library. chDB names more, which are not published. */
const PUBLISHED_PLATFORMS = ['linux-x64'];

export function inspectEngines(data: string): Engines {
  const wasm = wasmModule(wasmFolders(data)) !== null;
  return { native: hasNativeLibrary(), wasm, library: NATIVE_LIBRARY, platform: PLATFORM };
}

/** `version`: as the running engine reports it; null if none runs. */
export function checkEngine(
  { native, wasm, library, platform }: Engines,
  { isRemote, version }: { isRemote: boolean; version: string | null },
): Finding[] {
  if (isRemote) return [ok('engine', 'Not needed: interactions are in ClickHouse')];
  const which = version === null ? 'chDB' : `chDB ${version}`;
  if (native) return [ok('engine', `${which}, native`)];
  if (wasm) {
    const found = `${which} as WebAssembly: several times slower, and up to 6 GB of memory`;
    const advice = PUBLISHED_PLATFORMS.includes(platform)
      ? `Install the native library: npm install --no-save ${library}`
      : `npm has no native library for ${platform}: for more than a trial, use Linux on x64, or a ClickHouse server (PARLEY_CLICKHOUSE_URL).`;
    return [warn('engine', found, advice)];
  }
  return [
    bad(
      'engine',
      `None is installed for ${platform}`,
      'Start the server, which fetches one, run "parley engine install", or set PARLEY_CLICKHOUSE_URL.',
    ),
  ];
}
