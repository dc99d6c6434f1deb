/** An older version on data that a newer one has migrated reports it and changes nothing. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { openMetadata } from '../src/metadata/database.ts';
import { migrateMetadata } from '../src/metadata/migrations/migrations.ts';
import { connect } from '../src/store/client.ts';
import { MIGRATIONS, migrateStore } from '../src/store/migrations/migrations.ts';
import { storedIds } from './support/all-stored.ts';
import { eventually } from './support/eventually.ts';
import { databaseOf, makeMetadata } from './support/metadata-address.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { NO_STORE, startServer } from './support/server-process.ts';
import { tempFolder } from './support/temp-folder.ts';
import { testStore } from './support/test-store.ts';

const BIN = fileURLToPath(new URL('../bin/parley.js', import.meta.url));
const STORED_MS = 60_000;

function parley(data: string, clickhouseUrl: string, ...args: string[]) {
  const env = {
    ...process.env,
    PARLEY_DATA: data,
    ...databaseOf(data),
    PARLEY_CLICKHOUSE_URL: clickhouseUrl,
  };
  return new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, [BIN, ...args], { env }, (error, _, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    );
  });
}

/** The contents of a folder, except for the lock that every command takes. */
function contentOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !name.startsWith('lock.sqlite') && statSync(join(folder, name)).isFile(),
  );
  return new Map(files.sort().map((name) => [name, readFileSync(join(folder, name), 'base64')]));
}

describe('data of a newer version', () => {
  it('in the embedded store: no server starts', async () => {
    const data = await tempFolder();
    await makeMetadata(data);
    writeFileSync(join(data, 'schema.json'), JSON.stringify({ storeSteps: MIGRATIONS.length + 2 }));
    const before = contentOf(data);
    const { code, stderr } = await parley(data, '', 'serve', '--port', '0');
    assert.equal(code, 1);
    assert.equal(
      stderr,
      `This data folder was used by a newer version of Parley (schema step ${MIGRATIONS.length + 2}, this version knows ${MIGRATIONS.length}). Install that version again, or restore a backup that this version made.\n`,
    );
    assert.deepEqual(contentOf(data), before);
  });

  it('in the metadata: neither a server nor a command starts', async () => {
    const data = await tempFolder();
    const metadata = openMetadata(await makeMetadata(data));
    await migrateMetadata(metadata.db);
    await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('999-of-tomorrow', '')`.execute(
      metadata.db,
    );
    await metadata.close();
    const before = contentOf(data);
    for (const args of [
      ['serve', '--port', '0'],
      ['app', 'list'],
    ]) {
      const { code, stderr } = await parley(data, NO_STORE, ...args);
      assert.equal(code, 1);
      assert.match(stderr, /^This .* was used by a newer version of Parley \(schema step 999-of-tomorrow, /m);
    }
    assert.deepEqual(contentOf(data), before);
  });

  it('in ClickHouse: payloads wait, nothing is written there, and /ready says why', async (test) => {
    const { store, address } = await testStore(test);
    assert.ok(address.kind === 'remote');
    const client = connect(address);
    test.after(() => client.close());
    const tables = async () => {
      const query = `SELECT name, create_table_query, total_rows FROM system.tables
        WHERE database = currentDatabase() ORDER BY name`;
      return (await client.query({ query, format: 'JSONEachRow' })).json();
    };
    await client.insert({
      table: 'migrations',
      values: [{ step: MIGRATIONS.length }],
      format: 'JSONEachRow',
    });
    const before = await tables();
    const sentence = `The ClickHouse database ${store.database} was used by a newer version of Parley (schema step ${MIGRATIONS.length + 1}, this version knows ${MIGRATIONS.length}).`;
    await assert.rejects(migrateStore(address), (error: Error) => error.message.startsWith(sentence));

    const data = await tempFolder();
    let server = await startServer({ data, clickhouseUrl: address.url });
    test.after(() => server.stop());
    const ready = () => server.get('/ready');
    await eventually('it is not ready', async () => (await ready()).status === 503, STORED_MS);
    assert.ok(String((await ready()).json.message).startsWith(`Not ready: ${sentence}`));
    const { status, json } = await server.post(bytesOf(payloadOf()));
    assert.equal(status, 200);
    const command = await parley(
      data,
      address.url,
      'reprocess',
      '--from',
      '2026-01-01',
      '--to',
      '2026-02-01',
    );
    assert.deepEqual([command.code, command.stderr.startsWith(sentence)], [1, true], command.stderr);
    assert.equal(server.output().split(sentence).length - 1, 1, 'it is logged once');
    assert.deepEqual(await tables(), before);

    server.signal('SIGKILL');
    await server.ended;
    const drain = await parley(data, address.url, 'drain');
    assert.deepEqual([drain.code, drain.stderr.includes(sentence)], [1, true], drain.stderr);
    assert.deepEqual(await tables(), before);

    server = await startServer({ data, clickhouseUrl: address.url });
    await eventually('it is not ready', async () => (await ready()).status === 503, STORED_MS);
    // As if the earlier tables were restored.
    await client.command({ query: `DELETE FROM migrations WHERE step = ${MIGRATIONS.length}` });
    await eventually('it is ready', async () => (await ready()).status === 200, STORED_MS);
    const isStored = async () => (await storedIds(server)).includes(String(json.id));
    await eventually('it is stored', isStored, STORED_MS);
  });
});
