import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import { newId } from '../src/ingest/uuid.ts';
import { connect } from '../src/store/client.ts';
import { INTERACTION_COLUMNS, INTERACTION_TYPES } from '../src/store/interaction-row.ts';
import { MIGRATIONS, migrateStore } from '../src/store/migrations.ts';
import { SEARCH_TEXT } from '../src/store/search-text.ts';
import { testStore } from './support/test-store.ts';

/** The steps after which the bytes and the texts had columns of their own. */
const FIRST_TABLES = 2;

const Row = z.object({
  id: z.string(),
  input_text: z.string(),
  request: z.string(),
  response: z.string(),
  output_text: z.string(),
});

it('brings a store of the first tables up to date, with what is in it, also when it is interrupted', async (test) => {
  const { store, address } = await testStore(test, MIGRATIONS.slice(0, FIRST_TABLES));
  const client = connect(address);
  test.after(() => client.close());
  const at = Date.now();
  const rows = Array.from({ length: 20 }, (_, i) => ({
    id: newId(at + i),
    input_text: i === 7 ? '' : `Größe ${i}: ✓`,
    request: i === 7 ? '' : `{"n":${i},"text":"Größe ${i}: ✓"}`,
    response: i === 7 ? '' : `{"answer":"ja 🌊 ${i}"}`,
    output_text: i === 7 ? '' : `ja 🌊 ${i}`,
  }));
  const insert = (some: typeof rows) =>
    client.insert({
      table: 'interactions',
      values: some.map((row) => ({
        ...row,
        app_id: 'app',
        requested_at: at + rows.indexOf(row),
        model: 'm',
      })),
      format: 'JSONEachRow',
    });
  await insert(rows.slice(0, 10));
  await insert(rows.slice(10));
  const read = () =>
    store.query(
      Row,
      'SELECT id, input_text, request, response, output_text FROM interactions ORDER BY requested_at',
    );
  assert.deepEqual(await read(), rows);

  // Every statement of a step may run twice, and the step may stop behind any of them.
  for (const [index, step] of MIGRATIONS.entries()) {
    if (index < FIRST_TABLES) continue;
    const statements = step();
    for (let done = 1; done <= statements.length; done++) {
      for (const query of statements.slice(0, done)) await client.command({ query });
    }
    await migrateStore(address, MIGRATIONS.slice(0, index + 1));
  }
  assert.deepEqual(await read(), rows);
  const found = await store.query(
    z.object({ id: z.string() }),
    `SELECT id FROM interactions WHERE hasAllTokens(${SEARCH_TEXT}, ['größe', '12'])`,
  );
  assert.deepEqual(found, [{ id: rows[12]?.id }]);
  const [sums] = await store.query(
    z.object({ count: z.number() }),
    "SELECT count() AS count FROM interactions WHERE app_id = 'app' GROUP BY app_id, model",
  );
  assert.equal(sums?.count, rows.length);
});

it('has the columns in the types that rows are written in', async (test) => {
  const { store } = await testStore(test);
  const columns = await store.query(
    z.object({ name: z.string(), type: z.string() }),
    "SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = 'interactions'",
  );
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  for (const [i, name] of INTERACTION_COLUMNS.entries()) {
    const written = types.get(name)?.replace('LowCardinality(String)', 'String').replace("(3, 'UTC')", '(3)');
    assert.equal(written, INTERACTION_TYPES[i], name);
  }
});
