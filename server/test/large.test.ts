/** Large bodies beside lists, conversations and search, which show only a little of them. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  GetSessionQuery,
  type ListedInteraction,
  ListInteractionsQuery,
  ListSessionsQuery,
} from '@parley/contract';
import { z } from 'zod';
import { newId } from '../src/envelope/uuid.ts';
import { priceWith } from '../src/prices/price.ts';
import { getInteraction } from '../src/queries/get-interaction.ts';
import { getSession } from '../src/queries/get-session.ts';
import { listInteractions } from '../src/queries/list-interactions.ts';
import { listSessions } from '../src/queries/list-sessions.ts';
import { newestStored } from '../src/queries/newest-stored.ts';
import { listRejections } from '../src/queries/rejections.ts';
import { asRead, deriveInteraction } from '../src/record/derive.ts';
import { interactionFromRow } from '../src/record/from-row.ts';
import { connect, type StoreAddress } from '../src/store/client.ts';
import type { StoreClient } from '../src/store/failover.ts';
import { render, type Statement } from '../src/store/layout/sql.ts';
import { SINGLE_SERVER } from '../src/store/layout/sql-dialect.ts';
import type { QueryParams } from '../src/store/query-params.ts';
import { type QueryOptions, Store } from '../src/store/store.ts';
import { headOf } from './support/interactions.ts';
import { PATIENT, testStore } from './support/test-store.ts';

const NOW = Date.parse('2026-03-30T12:00:00Z');
const MB = 1024 * 1024;
const PRICE = priceWith(() => []);
/** Few enough for the WebAssembly engine, and more than fit on a page. */
const IMAGES = 8;
const IMAGE = randomBytes(3 * MB).toString('base64');

type Said = { role: string; content: unknown };

/** A store that keeps every query it was asked. */
class WatchedStore extends Store {
  readonly asked: [sql: string, params: QueryParams][] = [];

  override query<T extends z.ZodType>(
    row: T,
    statement: Statement,
    params: QueryParams = {},
    options?: QueryOptions,
  ) {
    this.asked.push([render(statement, SINGLE_SERVER), params]);
    return super.query(row, statement, params, options);
  }
}

function stored(app: string, minute: number, messages: readonly Said[], answer: string) {
  const at = NOW + minute * 60_000;
  const head = headOf({ id: newId(at), appId: app, receivedAt: at });
  const request = Buffer.from(JSON.stringify({ model: 'm', messages }));
  const response = Buffer.from(
    JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: answer } }] }),
  );
  const envelope = { ...head.envelope, session: 'talk', requestedAt: at, respondedAt: at };
  return { record: deriveInteraction({ ...head, envelope }, request, response, PRICE), request, response };
}

const withImage = (i: number): Said => ({
  role: 'user',
  content: [
    { type: 'text', text: `What is on picture ${i}?` },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${IMAGE}` } },
  ],
});

describe('large interactions', () => {
  const cleanups: (() => void | Promise<void>)[] = [];
  let store: WatchedStore;
  let address: StoreAddress;
  let client: StoreClient;

  const list = (app: string, query: Record<string, unknown> = {}) =>
    listInteractions(store, [app], ListInteractionsQuery.parse({ limit: 500, ...query }));
  const insert = (rows: ReturnType<typeof stored>[], token: string) => store.insertInteractions(rows, token);

  /** All pages of a list. */
  async function all<T>(
    page: (cursor: string | undefined) => Promise<{ data: T[]; nextCursor: string | null }>,
  ) {
    const pages: T[][] = [];
    let cursor: string | undefined;
    do {
      const { data, nextCursor } = await page(cursor);
      pages.push(data);
      cursor = nextCursor ?? undefined;
    } while (cursor);
    return pages;
  }

  before(async () => {
    const made = await testStore({ after: (clean) => void cleanups.push(clean) });
    address = made.address;
    store = new WatchedStore(address, PATIENT);
    client = connect(address);
    cleanups.push(
      () => store.close(),
      () => client.close(),
    );
    const images = Array.from({ length: IMAGES }, (_, i) =>
      stored('images', i, [withImage(i)], `River ${i}.`),
    );
    await insert(images.slice(0, IMAGES / 2), 'images 1');
    await insert(images.slice(IMAGES / 2), 'images 2');
    const small = images.map((_, i) =>
      stored('small', i, [{ role: 'user', content: `Picture ${i}?` }], 'River.'),
    );
    await insert(small.slice(0, IMAGES / 2), 'small 1');
    await insert(small.slice(IMAGES / 2), 'small 2');
  });

  after(async () => {
    for (const clean of cleanups.reverse()) await clean();
  });

  /** What the engine reads for a question; a time would depend on what else the machine does. */
  async function bytesRead([query, query_params]: (typeof store.asked)[number]): Promise<number> {
    const answer = await client.query({ query, query_params, format: 'JSON' });
    return z.object({ statistics: z.object({ bytes_read: z.number() }) }).parse(await answer.json())
      .statistics.bytes_read;
  }

  it('are listed and shown as a conversation by reading as little as for small ones, and as completely', async () => {
    const [first] = (await list('images')).data;
    const [other] = (await list('small')).data;
    const session = (app: string, id = '') =>
      getSession(store, [app], id, GetSessionQuery.parse({ limit: 500 }), NOW);
    const bytes = { images: 0, small: 0 };
    for (const [app, id] of [
      ['images', first?.id],
      ['small', other?.id],
    ] as const) {
      store.asked.length = 0;
      for (const answer of [await list(app), await session(app, id)]) {
        assert.equal(answer?.data.length, IMAGES);
        assert.ok(JSON.stringify(answer).length < 100_000);
        assert.ok(answer.data.every(({ truncated }: ListedInteraction) => truncated === undefined));
      }
      for (const question of [...store.asked]) bytes[app] += await bytesRead(question);
    }
    assert.ok(bytes.small > 0 && bytes.images < 2 * bytes.small, JSON.stringify(bytes));
    assert.deepEqual(first?.input.at(-1)?.content, [
      { type: 'text', text: `What is on picture ${IMAGES - 1}?` },
      { type: 'media', kind: 'image', mimeType: 'image/png', url: null },
    ]);
  });

  it('are read as a whole only on request', async () => {
    store.asked.length = 0;
    const { data } = await list('images');
    const [newest] = data;
    await list('images', { q: 'river' });
    await list('images', { orderBy: 'costUsd' });
    await getSession(store, ['images'], newest?.id ?? '', GetSessionQuery.parse({}), NOW);
    const { data: sessions } = await listSessions(store, ['images'], ListSessionsQuery.parse({}), NOW);
    assert.deepEqual(
      sessions.map(({ title, lastAnswer }) => [title, lastAnswer]),
      [['What is on picture 0?', `River ${IMAGES - 1}.`]],
    );
    const live = newestStored(store);
    const keys = await live.keys(['images'], NOW, null, 100);
    const records = await live.records(['images'], keys);
    assert.deepEqual(records.map(({ id }) => id).sort(), data.map(({ id }) => id).sort());
    const columns = async ([sql, params]: (typeof store.asked)[number]) => {
      const rows = await store.query(z.object({ explain: z.string() }), `EXPLAIN header = 1 ${sql}`, params);
      return rows.map(({ explain }) => explain).join('\n');
    };
    const asked = [...store.asked];
    assert.ok(asked.length >= 8);
    for (const question of asked) assert.doesNotMatch(await columns(question), /\blarge\b/, question[0]);

    const row = await getInteraction(store, ['images'], newest?.id ?? '');
    assert.ok(row);
    assert.ok(row.request.includes(IMAGE));
    assert.deepEqual(interactionFromRow(row).input, newest?.input);
  });

  it('end pages by bytes, with at least one row, and none is lost', async () => {
    const text = (i: number) => `${i} ${'lorem ipsum '.repeat(2600)}`;
    const rows = Array.from({ length: 150 }, (_, i) =>
      stored('pages', i, [{ role: 'user', content: text(i) }], 'ok'),
    );
    await insert(rows, 'pages');
    const ids = rows.map(({ record }) => record.id);
    // None has a cost, so that the newest come first in this order, too.
    for (const orderBy of ['time', 'costUsd']) {
      const pages = await all((cursor) => list('pages', { orderBy, cursor }));
      assert.ok(pages.length > 1 && pages.length < 8, `${pages.length} pages`);
      for (const page of pages) assert.ok(JSON.stringify(page).length < 12 * MB);
      assert.deepEqual(
        pages.flat().map(({ id }) => id),
        ids.toReversed(),
      );
    }
    const turns = await all(async (cursor) => {
      const session = await getSession(store, ['pages'], ids[0] ?? '', { limit: 500, cursor }, NOW);
      assert.ok(session);
      return session;
    });
    assert.ok(turns.length > 1);
    assert.deepEqual(
      turns.flat().map(({ id }) => id),
      ids,
    );
    assert.equal(
      turns.flat().every(({ newInput }) => newInput.length === 1),
      true,
    );
  });

  it('show the newest messages of a long history, say so, and mark what is new', async () => {
    const history: Said[] = [{ role: 'system', content: 'Be brief.' }];
    const rows = Array.from({ length: 12 }, (_, i) => {
      history.push({ role: 'user', content: `${i} ${'x'.repeat(11_000)} end` });
      const row = stored('history', i, history, `Answer ${i}.`);
      history.push({ role: 'assistant', content: `Answer ${i}.` });
      return row;
    });
    await insert(rows, 'history');
    for (const query of [{ limit: 500 }, { limit: 5 }]) {
      const turns = await all(async (cursor) => {
        const session = await getSession(
          store,
          ['history'],
          rows[0]?.record.id ?? '',
          { ...query, cursor },
          NOW,
        );
        assert.ok(session);
        return session;
      });
      for (const [i, turn] of turns.flat().entries()) {
        assert.equal(turn.truncated, i >= 2 ? true : undefined, `turn ${i}`);
        const expected = i === 0 ? ['Be brief.', '0 x'] : [`${i} x`];
        const said = turn.newInput.map(({ content }) =>
          content.map((part) => ('text' in part ? part.text : '')).join(),
        );
        assert.deepEqual(
          said.map((text) => text.slice(0, text.indexOf('x') + 1 || undefined)),
          expected,
        );
        assert.equal(turn.outputText, `Answer ${i}.`);
      }
    }
    const [last] = (await list('history', { limit: 1 })).data;
    assert.ok(last?.truncated && JSON.stringify(last).length < 64 * 1024);
    const row = await getInteraction(store, ['history'], last.id);
    const derived = rows.at(-1)?.record;
    assert.ok(row && derived);
    assert.deepEqual(interactionFromRow(row), asRead(derived));
  });

  it('are found by text beyond the listed part, and show the match', async () => {
    const text = `needle in ${'hay '.repeat(30_000)} the end of it`;
    await insert(
      [
        stored(
          'hay',
          0,
          [
            { role: 'user', content: text },
            { role: 'user', content: 'Well?' },
          ],
          'Yes.',
        ),
      ],
      'hay',
    );
    for (const [q, snippet] of [
      ['needle', 'needle in hay'],
      ['well', 'Well?'],
    ] as const) {
      const [found] = (await list('hay', { q })).data;
      const { text, matches } = found?.highlights?.input ?? {};
      assert.ok(text?.includes(snippet) && matches?.length, JSON.stringify(found?.highlights));
    }
    assert.deepEqual((await list('hay', { q: 'haystack' })).data, []);
  });

  it('that were rejected are listed without reading their payloads', async () => {
    const payload = 'x'.repeat(2 * MB);
    await store.insertRejections(
      [
        {
          id: newId(NOW),
          appId: 'refused',
          receivedAt: Date.now(),
          issues: '[]',
          payload,
          replayedAs: '',
          version: 1,
        },
      ],
      'refused',
    );
    store.asked.length = 0;
    const { data } = await listRejections(store, ['refused'], { limit: 50 });
    assert.equal(data[0]?.bytes, payload.length);
    const [sql, params] = store.asked[0] ?? ['', {}];
    const rows = await store.query(z.object({ explain: z.string() }), `EXPLAIN header = 1 ${sql}`, params);
    assert.doesNotMatch(rows.map(({ explain }) => explain).join('\n'), /\bpayload\b/);
  });
});
