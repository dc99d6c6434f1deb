import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Message } from '@parley/contract';
import { z } from 'zod';
import { newId } from '../src/envelope/uuid.ts';
import { searchConditions } from '../src/queries/search/search.ts';
import { listedFromRow } from '../src/record/from-row.ts';
import { connect, type StoreAddress } from '../src/store/client.ts';
import { MIGRATIONS, migrateStore } from '../src/store/migrations/migrations.ts';
import { SCHEMA } from '../src/store/migrations/schema.ts';
import { CONTENT_PARTS, PART_OF_CONTENT } from '../src/store/rows/content.ts';
import { INTERACTION_COLUMNS, INTERACTION_TYPES } from '../src/store/rows/interaction-row.ts';
import { LISTED_SELECT, ListedRow } from '../src/store/rows/listed-row.ts';
import { storedContent } from '../src/store/rows/stored-content.ts';
import { connection, Store } from '../src/store/store.ts';
import { eventually } from './support/eventually.ts';
import { storeProxy } from './support/store-proxy.ts';
import { PATIENT, testStore } from './support/test-store.ts';

const START_MS = 60_000;

const FIRST_SCHEMA = 1;

/** Texts that earlier versions tokenised as a single word, or could not find. */
const TEXTS = [
  'STRASSE, ΟΔΟΣ, Ärger'.normalize('NFD'),
  '50€【日本語】ｆｕｌｌ 5️⃣',
  'ภาษาไทยน้ำ',
  `${'lorem ipsum '.repeat(4000)}Größe`,
  '',
];

const Row = z.object({
  id: z.string(),
  input_text: z.string(),
  request: z.string(),
  response: z.string(),
  output_text: z.string(),
  fingerprint: z.string(),
  node: z.string(),
  storedLater: z.number(),
});
type Row = z.infer<typeof Row>;

/**
 * One store that goes through every schema. Each schema gets rows, in its own columns, and then the next step
 * is interrupted after each of its statements, so that the rows of every schema are migrated to the current
 * one.
 */
it('migrates stores of every earlier schema with their rows, even if it is interrupted', async (test) => {
  const { url } = await storeProxy(test);
  const address: StoreAddress = { kind: 'remote', url };
  const store = new Store(connection(address, 0), PATIENT);
  const client = connect(address);
  test.after(() => Promise.all([client.close(), store.close()]).then(() => {}));
  await eventually('the engine is up', () => store.ping(), START_MS);
  const at = Date.now();
  const rows: Row[] = [];
  const rejected: string[] = [];

  async function columnsOf(table: string): Promise<Set<string>> {
    const columns = await store.query(
      z.object({ name: z.string() }),
      `SELECT name FROM system.columns
       WHERE database = currentDatabase() AND table = {table:String} AND default_kind IN ('', 'DEFAULT')`,
      { table },
    );
    return new Set(columns.map(({ name }) => name));
  }

  /** Inserts rows as the version with that schema did. */
  async function insertRows(schema: number, texts: readonly string[]): Promise<void> {
    const columns = await columnsOf('interactions');
    const written = texts.map((text) => {
      const place = rows.length;
      const said = {
        input_text: text,
        request: text && JSON.stringify({ n: place, text }),
        response: text && `{"answer":"ja 🌊 ${place}"}`,
        output_text: text && `ja 🌊 ${place}`,
      };
      const [fingerprint, node] = [`print ${schema}`, `node ${schema}`];
      const storedLater = columns.has('stored_at') ? 5000 : 0;
      const row = { id: newId(at + place), ...said, fingerprint, node, storedLater };
      rows.push({
        ...row,
        fingerprint: columns.has('fingerprint') ? fingerprint : '',
        node: columns.has('node') ? node : '',
      });
      const times = { received_at: at + place, requested_at: at + place, stored_at: at + place + 5000 };
      return { ...row, ...times, ...contentOf(said, columns), app_id: 'app', model: 'm', outcome: 'ok' };
    });
    await insert('interactions', columns, written);
    const payload = `{"n":${schema},"text":"Größe"}`;
    rejected.push(payload);
    const rejection = {
      id: newId(at + schema),
      app_id: 'app',
      received_at: at + schema,
      issues: '[]',
      payload,
      payload_bytes: Buffer.byteLength(payload),
      version: 1,
    };
    await insert('rejections', await columnsOf('rejections'), [rejection]);
  }

  async function insert(
    table: string,
    columns: ReadonlySet<string>,
    written: readonly Record<string, unknown>[],
  ): Promise<void> {
    const values = written.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => columns.has(name))),
    );
    await client.insert({ table, values, format: 'JSONEachRow' });
  }

  await migrateStore(address, MIGRATIONS.slice(0, FIRST_SCHEMA));
  // The format of parts larger than a few megabytes, in which unchanged columns are hard-linked.
  await client.command({ query: 'ALTER TABLE interactions MODIFY SETTING min_bytes_for_wide_part = 0' });
  for (const [index, step] of MIGRATIONS.entries().drop(FIRST_SCHEMA)) {
    const texts = index === FIRST_SCHEMA ? TEXTS : [`Ärger auf Stufe ${index}`.normalize('NFD')];
    await insertRows(index, texts);
    // Merges the parts, since each makes every statement slower.
    await client.command({ query: 'OPTIMIZE TABLE interactions FINAL' });
    // Every statement of a step may run twice, and the step may be interrupted after any of them.
    const statements = step();
    for (let done = 1; done <= statements.length; done++) {
      for (const query of statements.slice(0, done)) await client.command({ query });
    }
    await migrateStore(address, MIGRATIONS.slice(0, index + 1));
    // Each projection makes the following statements slower; one is enough.
    if (index === FIRST_SCHEMA)
      await client.command({
        query:
          'ALTER TABLE interactions DROP PROJECTION by_id, DROP PROJECTION by_session, DROP PROJECTION by_user',
      });
  }
  await migrateStore(address);

  const texts = CONTENT_PARTS.map((part) => `${PART_OF_CONTENT[part]} AS ${part}`).join(', ');
  assert.deepEqual(
    await store.query(
      Row,
      `SELECT id, ${texts}, fingerprint, node, toUnixTimestamp64Milli(stored_at) - toUnixTimestamp64Milli(received_at) AS storedLater
       FROM interactions ORDER BY requested_at`,
    ),
    rows,
  );
  const payloads = await store.query(
    z.object({ payload: z.string(), payload_bytes: z.number() }),
    'SELECT payload, payload_bytes FROM rejections ORDER BY received_at',
  );
  assert.deepEqual(
    payloads,
    rejected.map((payload) => ({ payload, payload_bytes: Buffer.byteLength(payload) })),
  );

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
    ['ärger auf stufe', rows.keys().drop(TEXTS.length).toArray()],
    ['lorem grösse', [3]],
    ['straße οδος ärger', [0]],
    ['50 本語 full 5', [1]],
    ['น้ำ', [2]],
    ['§', []],
  ] as const) {
    assert.deepEqual(await found(q), expected, q);
  }

  // Large texts are stored apart, and a list shows a part of them.
  const listed = await store.query(
    ListedRow,
    `SELECT ${LISTED_SELECT} FROM interactions ORDER BY requested_at`,
  );
  assert.deepEqual(
    listed.flatMap(({ large_bytes }, i) => (large_bytes > 0 ? i : [])),
    [3],
  );
  const [large] = listed.filter(({ listing }) => listing !== null).map(listedFromRow);
  assert.ok(
    large?.truncated && large.inputText.endsWith('lorem ipsum Größe') && large.outputText === 'ja 🌊 3',
  );
  const [sums] = await store.query(
    z.object({ count: z.number() }),
    "SELECT count() AS count FROM interactions WHERE app_id = 'app' GROUP BY app_id, model",
  );
  assert.equal(sums?.count, rows.length);
});

/**
 * Bodies and texts as a schema stores them: in separate columns, later in one, later with the search words.
 */
function contentOf(
  said: Pick<Row, 'input_text' | 'request' | 'response' | 'output_text'>,
  columns: ReadonlySet<string>,
): Record<string, string | number> {
  if (columns.has('request')) return said;
  const { input_text, request, response, output_text: outputText } = said;
  // A message by the user alone is one section, as every input of an earlier version.
  const input: Message[] = [{ role: 'user', content: [{ type: 'text', text: input_text }] }];
  const { parts, bytes } = storedContent(
    { input, output: [], outputText, previousUpstreamId: null },
    request,
    response,
  );
  const withWords = columns.has('large_bytes');
  return {
    content: CONTENT_PARTS.filter((part) => withWords || !part.endsWith('_words'))
      .map((part) => parts[part])
      .join(''),
    input_bytes: bytes.input_text,
    request_bytes: bytes.request,
    response_bytes: bytes.response,
    output_bytes: bytes.output_text,
    input_words_bytes: bytes.input_words,
    output_words_bytes: bytes.output_words,
  };
}

it('has the column types in which rows are written', async (test) => {
  const { store } = await testStore(test);
  const columns = await store.query(
    z.object({ name: z.string(), type: z.string() }),
    "SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = 'interactions'",
  );
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  for (const [i, name] of INTERACTION_COLUMNS.entries()) {
    const written = types
      .get(name)
      ?.replaceAll('LowCardinality(String)', 'String')
      .replace("(3, 'UTC')", '(3)');
    assert.equal(written, INTERACTION_TYPES[i], name);
  }
});

/** Their order does not matter. */
function withSortedSettings(query: string): string {
  const at = query.lastIndexOf(' SETTINGS ');
  const settings = query.slice(at).replace(' SETTINGS ', '').split(', ');
  return [query.slice(0, at), ...settings.sort()].join(' ');
}

async function tablesOf(store: Store): Promise<Map<string, string>> {
  const tables = await store.query(
    z.object({ name: z.string(), create_table_query: z.string() }),
    `SELECT name, replaceAll(create_table_query, currentDatabase(), 'DB') AS create_table_query
     FROM system.tables WHERE database = currentDatabase() ORDER BY name`,
  );
  return new Map(tables.map((table) => [table.name, withSortedSettings(table.create_table_query)]));
}

it('creates a new store with the same tables as its migration steps', async (test) => {
  const made = await tablesOf((await testStore(test)).store);
  // With an additional step, there is no shortcut and every step runs.
  const stepped = await tablesOf((await testStore(test, [...MIGRATIONS, () => []])).store);
  assert.deepEqual([...made.keys()], ['interactions', 'migrations', 'outlines', 'rejections', 'scores']);
  for (const [name, query] of stepped) assert.equal(made.get(name), query);
});

it('creates the same store after an interrupted creation, by this version or an earlier one', async (test) => {
  const address: StoreAddress = { kind: 'remote', url: (await storeProxy(test)).url };
  const store = new Store(connection(address, 0), PATIENT);
  const client = connect(address);
  test.after(() => Promise.all([client.close(), store.close()]).then(() => {}));
  await eventually('the engine is up', () => store.ping(), START_MS);
  await migrateStore(address);
  const whole = await tablesOf(store);
  const noSteps =
    'CREATE TABLE migrations (step UInt32, applied_at DateTime DEFAULT now()) ENGINE = MergeTree ORDER BY step';
  const created = [...SCHEMA, noSteps];
  const firstStep = MIGRATIONS.slice(0, 1).flatMap((step) => step());
  const interrupted = [
    ...created.keys().map((done) => created.slice(0, done + 1)),
    ...firstStep.keys().map((done) => firstStep.slice(0, done + 1)),
  ];
  for (const statements of interrupted) {
    for (const table of whole.keys()) await client.command({ query: `DROP TABLE ${table}` });
    for (const query of statements) await client.command({ query });
    await migrateStore(address);
    assert.deepEqual(await tablesOf(store), whole);
  }
});
