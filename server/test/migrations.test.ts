import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import { newId } from '../src/ingest/uuid.ts';
import { searchConditions } from '../src/queries/search.ts';
import { listedFromRow } from '../src/record/from-row.ts';
import { connect } from '../src/store/client.ts';
import { CONTENT_PARTS, PART_OF_CONTENT } from '../src/store/content.ts';
import { INTERACTION_COLUMNS, INTERACTION_TYPES } from '../src/store/interaction-row.ts';
import { LISTED_SELECT, ListedRow } from '../src/store/listed-row.ts';
import { MIGRATIONS, migrateStore } from '../src/store/migrations.ts';
import type { Store } from '../src/store/store.ts';
import { testStore } from './support/test-store.ts';

/** The steps after which the bytes and the texts had columns of their own. */
const FIRST_TABLES = 2;

/** What earlier versions took for one word each, or for none that could be found again. */
const TEXTS: Record<number, string> = {
  3: 'STRASSE, ΟΔΟΣ, Ärger'.normalize('NFD'),
  4: '50€【日本語】ｆｕｌｌ 5️⃣',
  5: 'ภาษาไทยน้ำ',
  6: `${'lorem ipsum '.repeat(9000)}Größe`,
};

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
  const rows = Array.from({ length: 20 }, (_, i) => {
    const said = TEXTS[i] ?? `Größe ${i}: ✓`;
    return {
      id: newId(at + i),
      input_text: i === 7 ? '' : said,
      request: i === 7 ? '' : JSON.stringify({ n: i, text: said }),
      response: i === 7 ? '' : `{"answer":"ja 🌊 ${i}"}`,
      output_text: i === 7 ? '' : `ja 🌊 ${i}`,
    };
  });
  const insert = (some: typeof rows) =>
    client.insert({
      table: 'interactions',
      values: some.map((row) => ({
        ...row,
        app_id: 'app',
        requested_at: at + rows.indexOf(row),
        model: 'm',
        outcome: 'ok',
      })),
      format: 'JSONEachRow',
    });
  // As WebAssembly, the engine makes every projection anew behind every statement: one will do.
  await client.command({
    query:
      'ALTER TABLE interactions DROP PROJECTION by_id, DROP PROJECTION by_session, DROP PROJECTION by_user',
  });
  await insert(rows.slice(0, 10));
  await insert(rows.slice(10));
  const read = (texts: string) =>
    store.query(Row, `SELECT id, ${texts} FROM interactions ORDER BY requested_at`);
  assert.deepEqual(await read('input_text, request, response, output_text'), rows);

  // Every statement of a step may run twice, and the step may stop behind any of them.
  for (const [index, step] of MIGRATIONS.entries()) {
    if (index < FIRST_TABLES) continue;
    const statements = step();
    for (let done = 1; done <= statements.length; done++) {
      for (const query of statements.slice(0, done)) await client.command({ query });
    }
    await migrateStore(address, MIGRATIONS.slice(0, index + 1));
  }
  const texts = CONTENT_PARTS.map((part) => `${PART_OF_CONTENT[part]} AS ${part}`).join(', ');
  assert.deepEqual(await read(texts), rows);
  const found = async (q: string) => {
    const { where, params } = searchConditions(q);
    const ids = await store.query(
      z.object({ id: z.string() }),
      `SELECT id FROM interactions WHERE ${where} ORDER BY requested_at`,
      params,
    );
    return ids.map(({ id }) => rows.findIndex((row) => row.id === id));
  };
  for (const [q, expected] of [
    ['größe 12', [12]],
    ['lorem grösse', [6]],
    ['straße οδος ärger', [3]],
    ['50 本語 full 5', [4]],
    ['น้ำ', [5]],
    ['§', []],
  ] as const) {
    assert.deepEqual(await found(q), expected, q);
  }

  // What is large is out of the way, and a list shows some of it.
  const listed = await store.query(
    ListedRow,
    `SELECT ${LISTED_SELECT} FROM interactions ORDER BY requested_at`,
  );
  assert.deepEqual(
    listed.flatMap(({ large_bytes }, i) => (large_bytes > 0 ? i : [])),
    [6],
  );
  const [large] = listed.filter(({ listing }) => listing !== null).map(listedFromRow);
  assert.ok(
    large?.truncated && large.inputText.endsWith('lorem ipsum Größe') && large.outputText === 'ja 🌊 6',
  );
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

it('makes a new store as its steps would', async (test) => {
  const tablesOf = async ({ store }: { store: Store }) => {
    const tables = await store.query(
      z.object({ name: z.string(), create_table_query: z.string() }),
      `SELECT name, replaceAll(create_table_query, currentDatabase(), 'DB') AS create_table_query
       FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
    );
    return new Map(tables.map((table) => [table.name, table.create_table_query]));
  };
  const made = await tablesOf(await testStore(test));
  // With a step more, it is none that there is a shorter way to.
  const stepped = await tablesOf(await testStore(test, [...MIGRATIONS, () => []]));
  assert.deepEqual([...made.keys()], ['interactions', 'migrations', 'rejections']);
  for (const [name, query] of stepped) assert.equal(made.get(name), query);
});
