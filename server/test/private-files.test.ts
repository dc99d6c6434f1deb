/** Permissions of the data folder. */
import assert from 'node:assert/strict';
import { chmodSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { Ledger } from '@parley/contract';
import { eventually } from './support/eventually.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { NO_STORE, startServer } from './support/server-process.ts';
import { tempFolder } from './support/temp-folder.ts';

const ENGINE_MS = 120_000;

function everythingIn(folder: string): string[] {
  return [folder, ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))];
}

/** Files that other users may access. A symbolic link always permits everything; its target does not. */
function openToOthers(folder: string): string[] {
  return everythingIn(folder).filter((path) => {
    const entry = lstatSync(path, { throwIfNoEntry: false });
    return entry && !entry.isSymbolicLink() && (entry.mode & 0o077) !== 0;
  });
}

it('a start makes a data folder that was open to others private, and it stays so', async (test) => {
  const data = await tempFolder();
  chmodSync(data, 0o755);
  const first = await startServer({ data, clickhouseUrl: NO_STORE, env: { PARLEY_GRACE: '0' } });
  assert.equal((await first.post(bytesOf(payloadOf()))).status, 200);
  assert.deepEqual(openToOthers(data), []);
  assert.match(first.output(), /were readable by others/);
  await first.stop();

  // As an earlier version, or a copy, left it.
  for (const path of everythingIn(data)) chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  const second = await startServer({ data });
  test.after(() => second.stop());
  assert.equal(statSync(join(data, 'metadata.sqlite')).mode & 0o777, 0o600);
  assert.equal(statSync(data).mode & 0o777, 0o700);
  assert.equal((await second.post(bytesOf(payloadOf()))).status, 200);
  await eventually(
    'both are in the store',
    async () => Ledger.parse((await second.get('/v1/ledger')).json).data[0]?.stored === 2,
    ENGINE_MS,
  );
  assert.ok(everythingIn(data).some((path) => path.startsWith(join(data, 'store'))));
  assert.deepEqual(openToOthers(data), []);
});
