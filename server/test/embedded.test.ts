/** The default installation, with the engine started by the server, and crashes of either of them. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ledger } from '@parley/contract';
import { runningServer } from '../src/data-folder/data-folder.ts';
import { storedIds } from './support/all-stored.ts';
import { childOf } from './support/child-of.ts';
import { eventually } from './support/eventually.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { tempFolder } from './support/temp-folder.ts';

const BIN = fileURLToPath(new URL('../bin/parley.js', import.meta.url));
const STORE_MS = 60_000;

const drained = (server: TestServer, stored: number) =>
  eventually(
    `${stored} interactions are in the store`,
    async () => {
      const { data } = Ledger.parse((await server.get('/v1/ledger')).json);
      return (
        data.reduce((sum, day) => sum + day.stored, 0) === stored &&
        data.every(({ waiting }) => waiting === 0)
      );
    },
    STORE_MS,
  );

describe('the embedded engine', () => {
  it('is started and supervised by the server; a crash of either loses nothing', async (test) => {
    const data = await tempFolder();
    const first = await startServer({ data });
    test.after(() => first.signal('SIGKILL'));
    assert.equal((await fetch(`${first.url}/ready`)).status, 200);

    const timed = bytesOf(payloadOf('openai', 'chat', { timestamps: { request: Date.now() } }));
    const ids = [String((await first.post(Buffer.from(timed))).json.id)];
    await drained(first, 1);
    assert.deepEqual(await storedIds(first), ids);

    // After a crash of the engine, the server starts another and keeps accepting payloads.
    const killed = childOf(first.pid);
    process.kill(killed, 'SIGKILL');
    ids.push(String((await first.post(bytesOf(payloadOf()))).json.id));
    await eventually(
      'the server starts another engine',
      () => ![0, killed].includes(childOf(first.pid)),
      20_000,
    );

    // After a crash of the server, its engine ends, and the next server finds everything.
    const engine = childOf(first.pid);
    const socketFolder = dirname(runningServer(data)?.engine ?? '');
    assert.ok(existsSync(socketFolder));
    ids.push(String((await first.post(bytesOf(payloadOf()))).json.id));
    first.signal('SIGKILL');
    await first.ended;
    await eventually('the engine has ended with its server', () => !isAlive(engine), 60_000);
    assert.ok(!existsSync(socketFolder), 'temporary files are removed');

    const second = await startServer({ data });
    test.after(() => second.signal('SIGKILL'));
    const retry = await second.post(Buffer.from(timed));
    assert.equal(retry.json.id, ids[0]);
    await drained(second, 3);
    assert.deepEqual((await storedIds(second)).toSorted(), ids.toSorted());
    const again = await second.post(Buffer.from(timed));
    assert.deepEqual([again.json.id, again.json.duplicate], [ids[0], true]);

    // A command uses the engine of the running server.
    const range = ['--from', '2026-01-01', '--to', '2100-01-01', '--json'];
    const env = { ...process.env, PARLEY_DATA: data, PARLEY_CLICKHOUSE_URL: '' };
    const command = promisify(execFile)(process.execPath, [BIN, 'reprocess', ...range], { env });
    assert.deepEqual(JSON.parse((await command).stdout), { read: 3, changed: 0 });
    assert.equal(await second.stop(), 0, 'SIGTERM stops the server properly');
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
