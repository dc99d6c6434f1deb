/** Search by who said it: one hit per mention, whoever repeats it later; and texts of earlier versions. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ListInteractionsQuery, ListSessionsQuery, QueryBody, type SearchIn } from '@parley/contract';
import { z } from 'zod';
import { sortBatch } from '../src/drain/sort-texts.ts';
import { newId } from '../src/envelope/uuid.ts';
import { priceWith } from '../src/prices/price.ts';
import { runQuery } from '../src/queries/analytics/run.ts';
import { conditions } from '../src/queries/filters.ts';
import { listInteractions } from '../src/queries/list-interactions.ts';
import { listSessions } from '../src/queries/list-sessions.ts';
import { deriveInteraction } from '../src/record/derive.ts';
import { connect, type StoreAddress } from '../src/store/client.ts';
import { assignments } from '../src/store/rewrite/mutations.ts';
import { UnsortedRows } from '../src/store/rewrite/unsorted-rows.ts';
import { CONTENT_PARTS, contentColumns, LISTING, PART_OF_CONTENT } from '../src/store/rows/content.ts';
import type { StoredInteraction } from '../src/store/rows/interaction-row.ts';
import { searchableText } from '../src/store/search/searchable-text.ts';
import type { Store } from '../src/store/store.ts';
import { headOf } from './support/interactions.ts';
import { testStore } from './support/test-store.ts';

const NOW = Date.parse('2026-03-30T12:00:00Z');
const MINUTE = 60_000;
const PRICE = priceWith(() => []);
const APPS = ['shop'] as const;
/** Makes a row large: its parts lie apart, and lists show it in part. */
const LONG = 'filler '.repeat(6_000);

type Message = Record<string, unknown>;
type Exchange = { messages: Message[]; answer: string };

const call = { id: 'c1', type: 'function', function: { name: 'find', arguments: '{"word":"argument"}' } };
const HISTORY: Message[] = [
  { role: 'system', content: 'You sell lamps. Refund policy: thirty days.' },
  { role: 'user', content: 'Where is my parcel from Größenberg?' },
  { role: 'assistant', content: 'With the courier.' },
  { role: 'user', content: 'I want a refund of my 東京電灯' },
  { role: 'assistant', tool_calls: [call] },
  { role: 'tool', tool_call_id: 'c1', content: 'order 4711: shipped by courier' },
  { role: 'assistant', content: 'Your refund is on its way.' },
  { role: 'user', content: 'Thank you kindly' },
];

/** Every turn of a conversation, with the whole history before it. */
const TURNS: Exchange[] = [
  { messages: HISTORY.slice(0, 2), answer: 'With the courier.' },
  { messages: HISTORY.slice(0, 4), answer: '' },
  { messages: HISTORY.slice(0, 6), answer: 'Your refund is on its way.' },
  { messages: HISTORY.slice(0, 8), answer: 'Goodbye.' },
  {
    messages: [{ role: 'system', content: `Refund policy. ${LONG}` }, ...HISTORY.slice(1, 2)],
    answer: 'Yes.',
  },
];

function stored({ messages, answer }: Exchange, turn: number): StoredInteraction {
  const at = NOW + turn * MINUTE;
  const head = headOf({ id: newId(at), appId: turn === TURNS.length ? 'other' : 'shop', receivedAt: at });
  const session = turn < 4 ? 'parcel' : 'alone';
  const envelope = { ...head.envelope, session, requestedAt: at, respondedAt: at };
  const request = Buffer.from(JSON.stringify({ model: 'm', messages }));
  const response = Buffer.from(
    JSON.stringify({ choices: [{ message: { role: 'assistant', content: answer } }] }),
  );
  return { record: deriveInteraction({ ...head, envelope }, request, response, PRICE), request, response };
}

/** By text and `in`, the turns that are found. */
const FOUND: readonly [q: string, by: SearchIn | undefined, turns: readonly number[]][] = [
  ['refund', undefined, [1, 2]],
  ['refund', 'user', [1]],
  ['refund', 'assistant', [2]],
  ['refund', 'tool', []],
  ['refund', 'system', [0, 4]],
  ['refund', 'any', [0, 1, 2, 3, 4]],
  ['courier', undefined, [0]],
  ['courier', 'tool', [2]],
  ['courier', 'any', [0, 1, 2, 3]],
  ['parcel', undefined, [0, 4]],
  ['PARCEL grössenberg', 'user', [0, 4]],
  ['courier parcel', undefined, [0]],
  ['courier parcel', 'assistant', []],
  ['courier parcel', 'any', [0, 1, 2, 3]],
  ['courier parcel lamps thirty policy where from you', 'any', [0, 1, 2, 3]],
  ['courier parcel lamps nowhere policy where from you', 'any', []],
  ['"refund policy"', undefined, []],
  ['"refund policy"', 'system', [0, 4]],
  ['"refund policy"', 'any', [0, 1, 2, 3, 4]],
  ['"way thank"', 'any', []],
  ['京電灯', undefined, [1]],
  ['京電灯', 'assistant', []],
  ['京電灯', 'any', [1, 2, 3]],
  ['4711', undefined, []],
  ['4711', 'tool', [2]],
  ['argument', 'any', []],
];

describe('a search by who said it', () => {
  const cleanups: (() => void | Promise<void>)[] = [];
  const rows = [...TURNS, ...TURNS.slice(0, 1)].map(stored);
  let store: Store;
  let address: StoreAddress;

  before(async () => {
    ({ store, address } = await testStore({ after: (clean) => void cleanups.push(clean) }));
    await store.insertInteractions(rows, 'batch');
  });

  after(async () => {
    for (const clean of cleanups.reverse()) await clean();
  });

  const list = (q: string, by?: SearchIn) =>
    listInteractions(store, APPS, ListInteractionsQuery.parse({ q, in: by, order: 'asc' }));
  const turnsOf = async (q: string, by?: SearchIn) =>
    (await list(q, by)).data.map(({ id }) => rows.findIndex(({ record }) => record.id === id));

  async function checkFound(): Promise<void> {
    for (const [q, by, turns] of FOUND)
      assert.deepEqual(await turnsOf(q, by), turns, `${q} in ${by ?? 'what was said'}`);
  }

  it('finds the turn in which it was said, and no turn that repeats it', checkFound);

  it('counts the same in charts', async () => {
    const body = QueryBody.parse({
      measures: ['interactions'],
      from: NOW - MINUTE,
      to: NOW + 60 * MINUTE,
      filters: { q: 'refund', in: 'assistant' },
    });
    const { rows: counted } = await runQuery(store, APPS, body, NOW);
    assert.deepEqual(counted, [{ interactions: 1 }]);
  });

  it('shows the words where they were found, and who said them', async () => {
    const shown = async (q: string, by?: SearchIn) =>
      (await list(q, by)).data.map(({ highlights }) => {
        const found = highlights?.input ?? highlights?.output;
        const [start = 0, end = 0] = found?.matches[0] ?? [];
        return [found?.role, found?.text.slice(start, end)];
      });
    assert.deepEqual(await shown('refund'), [
      ['user', 'refund'],
      ['assistant', 'refund'],
    ]);
    assert.deepEqual(await shown('courier', 'tool'), [['tool', 'courier']]);
    // The second is too large for a list, and the word stands before what the list has of it.
    assert.deepEqual(await shown('policy', 'system'), [
      ['system', 'policy'],
      ['system', 'policy'],
    ]);
  });

  it('names the first hit of a session, with its turn and how many there are', async () => {
    const { data } = await listSessions(
      store,
      APPS,
      ListSessionsQuery.parse({ q: 'refund', order: 'asc' }),
      NOW,
    );
    assert.deepEqual(
      data.map(({ session, hit }) => [session, hit?.id, hit?.turn, hit?.interactions]),
      [['parcel', rows[1]?.record.id, 2, 2]],
    );
    assert.equal(data[0]?.hit?.highlights.input?.text, 'I want a refund of my 東京電灯');
    const without = await listSessions(store, APPS, ListSessionsQuery.parse({}), NOW);
    assert.ok(without.data.length === 2 && without.data.every((session) => !('hit' in session)));
  });

  it('uses the indexes, also where it looks at all that was sent', async () => {
    const explained = async (q: string, by?: SearchIn) => {
      const { where, params } = conditions(APPS, { q, ...(by && { in: by }) });
      const plan = await store.query(
        z.object({ explain: z.string() }),
        `EXPLAIN indexes = 1 SELECT id FROM interactions WHERE ${where}`,
        params,
      );
      return plan.flatMap(({ explain }) => /Name: (said|background)/.exec(explain)?.[1] ?? []).sort();
    };
    assert.deepEqual(await explained('refund'), ['said']);
    assert.deepEqual(await explained('refund', 'assistant'), ['said']);
    assert.deepEqual([...new Set(await explained('refund', 'any'))], ['background', 'said']);
  });

  it('finds texts of earlier versions as before, and sorts them by who said them', async () => {
    const sorted = await contentOf(store);
    await unsort(address, rows);
    for (const q of ['refund', 'courier', '4711', '京電灯']) {
      const everywhere = await turnsOf(q, 'any');
      assert.ok(everywhere.length > 0, q);
      for (const by of [undefined, 'tool', 'system'] as const)
        assert.deepEqual(await turnsOf(q, by), everywhere, `${q} in ${by}`);
    }
    const unsorted = new UnsortedRows(address);
    try {
      assert.deepEqual(await unsorted.progress(), { done: 0, total: rows.length });
      assert.equal(await sortBatch(unsorted), rows.length);
      assert.deepEqual(await unsorted.progress(), { done: rows.length, total: rows.length });
      assert.equal(await sortBatch(unsorted), 0);
    } finally {
      await unsorted.close();
    }
    await checkFound();
    assert.deepEqual(await contentOf(store), sorted);
  });
});

const Content = z.object({
  id: z.string(),
  search_version: z.number(),
  ...Object.fromEntries(CONTENT_PARTS.map((part) => [part, z.string()])),
});

function contentOf(store: Store): Promise<z.infer<typeof Content>[]> {
  const parts = CONTENT_PARTS.map((part) => `${PART_OF_CONTENT[part]} AS ${part}`);
  return store.query(
    Content,
    `SELECT id, search_version, ${parts.join(', ')} FROM interactions ORDER BY requested_at`,
  );
}

/** Stores the texts of rows as earlier versions did: the whole input in the order of its messages. */
async function unsort(address: StoreAddress, rows: readonly StoredInteraction[]): Promise<void> {
  const client = connect(address);
  const values = {
    ...contentColumns(
      {
        ...PART_OF_CONTENT,
        input_text: '{input:String}',
        input_words: '{inputWords:String}',
        output_text: '{output:String}',
        output_words: '{outputWords:String}',
      },
      LISTING,
    ),
    search_version: '0',
  };
  try {
    for (const { record } of rows)
      await client.command({
        query: `ALTER TABLE interactions UPDATE ${assignments(values)} WHERE id = {id:UUID} SETTINGS mutations_sync = 2`,
        query_params: {
          id: record.id,
          input: record.inputText,
          inputWords: searchableText(record.inputText),
          output: record.outputText,
          outputWords: searchableText(record.outputText),
        },
      });
  } finally {
    await client.close();
  }
}
