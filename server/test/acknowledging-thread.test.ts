import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));

/** Folders that read rows and derive or write records, which the acknowledging thread must not load. */
const READERS = ['formats', 'record', 'queries', 'export', 'prices'];

test('the acknowledging thread does not load modules that read, derive or write records', async () => {
  const script = `
    import { registerHooks } from 'node:module';
    registerHooks({
      load(url, context, next) {
        process.stdout.write(url + '\\n');
        return next(url, context);
      },
    });
    await import('./main.ts');
  `;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: SOURCES });
  const loaded = stdout
    .split('\n')
    .filter((url) => url.startsWith('file:') && !url.includes('/node_modules/'));
  assert.ok(
    loaded.some((url) => url.endsWith('/ingest/track.ts')),
    'the list of loaded modules is complete',
  );
  const readers = loaded.filter((url) => READERS.some((folder) => url.includes(`/src/${folder}/`)));
  assert.deepEqual(readers, []);
});
