import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { tempFolder } from '../../server/test/support/temp-folder.ts';
import { compileReachable } from './modules.ts';

async function folderWith(files: Record<string, string>): Promise<string> {
  const root = await tempFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

test('imports, re-exports, dynamic imports, threads and workspaces are followed; types and tests are not', async () => {
  const root = await folderWith({
    'server/bin/parley.js': "await import('../src/main.ts');",
    'server/src/main.ts':
      "import { a } from './a.ts';\nimport type { T } from './types.ts';\na(new Map<string, T>());",
    'server/src/a.ts':
      "export { b as a } from './b.ts';\nimport '@parley/contract';\nimport { s } from '@parley/sample/s';",
    'server/src/b.ts':
      "export const b = (_: unknown) => new Worker(new URL('./worker.ts', import.meta.url));",
    'server/src/worker.ts':
      "import { readFileSync } from 'node:fs';\nreadFileSync(new URL('./x.json', import.meta.url));",
    'server/src/types.ts': 'export type T = string;',
    'server/src/a.test.ts': "import './fixtures.ts';",
    'server/src/fixtures.ts': '',
    'contract/package.json': '{"exports":{".":"./src/index.ts"}}',
    'sample/package.json': '{"exports":{"./*":"./src/*.ts"}}',
    'sample/src/s.ts': 'export const s = 1;',
    'sample/src/t.ts': 'export const t = 1;',
    'contract/src/index.ts': "export * from './record.ts';",
    'contract/src/record.ts': 'export const R = 1;',
  });
  const modules = compileReachable(root, 'server/bin/parley.js');
  assert.deepEqual([...modules.keys()].sort(), [
    'contract/src/index.ts',
    'contract/src/record.ts',
    'sample/src/s.ts',
    'server/bin/parley.js',
    'server/src/a.ts',
    'server/src/b.ts',
    'server/src/main.ts',
    'server/src/worker.ts',
  ]);
  assert.match(modules.get('server/bin/parley.js') ?? '', /'\.\.\/src\/main\.js'/);
});

test('a module that does not exist is named, with the one that imports it', async () => {
  const root = await folderWith({ 'server/bin/parley.js': "import '../src/gone.ts';" });
  assert.throws(
    () => compileReachable(root, 'server/bin/parley.js'),
    /parley\.js needs server\/src\/gone\.js/,
  );
});
