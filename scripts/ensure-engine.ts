/**
 * Ensures that the embedded engine can run, before `npm start`, `npm test` and `npm run bench`. There is
 * nothing to do if `npm ci` brought chDB's native library. Otherwise the registry is asked for this
 * platform's library once more; if there is none, the same engine is fetched as WebAssembly.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { engineModule, hasNativeLibrary, NATIVE_LIBRARY } from '../server/src/engine/engine-command.ts';
import { installEngine, installs } from '../server/src/engine/install-engine.ts';
import { readFlags } from './read-flags.ts';

readFlags({});

if (!process.env.PARLEY_CLICKHOUSE_URL && engineModule() === null) provide();

function provide(): void {
  const require = createRequire(new URL('../server/package.json', import.meta.url));
  const chdb = JSON.parse(readFileSync(require.resolve('chdb/package.json'), 'utf8'));
  const version: string | undefined = chdb.optionalDependencies?.[NATIVE_LIBRARY];
  if (version && installs([`${NATIVE_LIBRARY}@${version}`]) && hasNativeLibrary()) return;
  try {
    installEngine((line) => console.log(line));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
