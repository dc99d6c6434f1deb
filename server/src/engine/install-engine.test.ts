import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { engineModule, hasNativeLibrary, wasmFolders, wasmModule } from './engine-command.ts';
import { installWasm } from './install-engine.ts';

/** A fake npm that requires a cache folder, like the real one, and records where that is. */
const NPM = `#!/bin/sh
while [ "$1" != --prefix ]; do shift; done
cache=\${npm_config_cache:-$HOME/.npm}
mkdir -p "$cache" || exit 1
echo "$HOME $cache" > "$2/said"
mkdir -p "$2/node_modules/chdb-wasm/dist" && touch "$2/node_modules/chdb-wasm/dist/chdb.mjs"
`;

/** Puts the fake npm first in the PATH, with this home folder, for the duration of the test. */
async function withNpm(test: TestContext, home: string | undefined): Promise<string> {
  const folder = await tempFolder();
  writeFileSync(join(folder, 'npm'), NPM);
  chmodSync(join(folder, 'npm'), 0o755);
  const { PATH, HOME, npm_config_cache } = process.env;
  set({ PATH: `${folder}:${PATH}`, HOME: home, npm_config_cache: undefined });
  test.after(() => set({ PATH, HOME, npm_config_cache }));
  return folder;
}

function set(variables: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}

describe('the WebAssembly engine', () => {
  for (const [whose, home] of [
    ['has no home folder', undefined],
    ['has a home folder that does not exist', '/nonexistent'],
    ['has a home that is not writable', '/proc/self'],
  ] as const) {
    it(`is installed for a user who ${whose}, and leaves no cache behind`, async (test) => {
      await withNpm(test, home);
      const folder = join(await tempFolder(), 'engine-wasm');
      assert.equal(installWasm(folder), true);
      const cache = join(folder, 'npm-cache');
      assert.equal(readFileSync(join(folder, 'said'), 'utf8'), `${folder} ${cache}\n`);
      assert.equal(existsSync(cache), false);
    });
  }

  it('is installed with the existing npm cache of the user', async (test) => {
    const home = await tempFolder();
    await withNpm(test, home);
    const folder = join(await tempFolder(), 'engine-wasm');
    assert.equal(installWasm(folder), true);
    assert.equal(readFileSync(join(folder, 'said'), 'utf8'), `${home} ${join(home, '.npm')}\n`);
  });

  it('is installed into the data folder if the program folder is not writable', async (test) => {
    await withNpm(test, undefined);
    const data = await tempFolder();
    const [beside = '', within = ''] = wasmFolders(data);
    assert.equal(within, join(data, 'engine-wasm'));
    const file = join(data, 'file');
    writeFileSync(file, '');
    assert.equal(installWasm(join(file, 'engine-wasm')), false);
    assert.equal(installWasm(within), true);
    assert.ok(wasmModule([within])?.startsWith(within));
    // The engine in the data folder is used unless there is a better one.
    if (!hasNativeLibrary() && wasmModule([beside]) === null)
      assert.equal(engineModule(data), wasmModule([within]));
    mkdirSync(join(data, 'other'));
    assert.equal(wasmModule([join(data, 'other'), within]), wasmModule([within]));
  });
});
