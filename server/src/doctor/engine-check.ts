/** The embedded engine: whether there is one, and which. */
import { hasNativeLibrary, hasWasm, NATIVE_LIBRARY } from '../store/engine-command.ts';
import { bad, type Finding, ok, warn } from './finding.ts';

export type Engines = { native: boolean; wasm: boolean; library: string };

export function lookAtEngines(): Engines {
  return { native: hasNativeLibrary(), wasm: hasWasm(), library: NATIVE_LIBRARY };
}

/** `version`: as the running one says; null when none runs. */
export function checkEngine(
  { native, wasm, library }: Engines,
  { isRemote, version }: { isRemote: boolean; version: string | null },
): Finding[] {
  if (isRemote) return [ok('engine', 'Not needed: interactions are in ClickHouse')];
  const which = version === null ? 'chDB' : `chDB ${version}`;
  if (native) return [ok('engine', `${which}, native`)];
  if (wasm) {
    return [
      warn(
        'engine',
        `${which} as WebAssembly: several times slower, and up to 6 GB of memory`,
        `Install the native library: npm install --no-save ${library}`,
      ),
    ];
  }
  return [
    bad(
      'engine',
      `${library} is not installed`,
      'Start with "npm start", which installs it, or set PARLEY_CLICKHOUSE_URL.',
    ),
  ];
}
