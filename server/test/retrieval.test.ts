/** Embeddings and rankings are stored beside conversations, but are not part of them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type Format,
  GetSessionQuery,
  ListInteractionsQuery,
  ListSessionsQuery,
  ListUsersQuery,
  QueryBody,
  UnpricedModelsQuery,
} from '@parley/contract';
import { newId } from '../src/envelope/uuid.ts';
import { priceWith } from '../src/prices/price.ts';
import { runQuery } from '../src/queries/analytics/run.ts';
import { getInteractionTurn } from '../src/queries/get-interaction-turn.ts';
import { getSession } from '../src/queries/get-session.ts';
import { listInteractions } from '../src/queries/list-interactions.ts';
import { listSessions } from '../src/queries/list-sessions.ts';
import { listUsers } from '../src/queries/list-users.ts';
import { unpricedModels } from '../src/queries/unpriced-models.ts';
import { asRead, deriveInteraction } from '../src/record/derive.ts';
import type { StoreAddress } from '../src/store/client.ts';
import type { StoredInteraction } from '../src/store/rows/interaction-row.ts';
import { connection, Store } from '../src/store/store.ts';
import { eventually } from './support/eventually.ts';
import { EMPTY_USER, headOf } from './support/interactions.ts';
import { exchangeOf } from './support/payloads.ts';
import { PATIENT, testStore } from './support/test-store.ts';

const NOW = Date.parse('2026-03-30T12:00:00Z');
const MINUTE = 60_000;
const APP = ['shop'] as const;

type Call = {
  minute: number;
  session?: string;
  userId?: string;
  format?: Format;
  type?: string;
  keeping?: 'numbers';
};

function stored({
  minute,
  session = 'talk',
  format = 'openai',
  type = 'chat',
  keeping,
}: Call): StoredInteraction {
  const at = NOW - 100 * MINUTE + minute * MINUTE;
  const head = headOf({ id: newId(at), appId: 'shop', receivedAt: at });
  const times = { requestedAt: at, respondedAt: at };
  const envelope = {
    ...head.envelope,
    format,
    type,
    session,
    user: { ...EMPTY_USER, userId: 'ann' },
    ...times,
  };
  const { request, response } = exchangeOf(format, type);
  const [sent = Buffer.of(), received = Buffer.of()] = [request, response].map((body) =>
    Buffer.from(JSON.stringify(body)),
  );
  const record = deriveInteraction(
    { ...head, envelope },
    sent,
    received,
    priceWith(() => []),
  );
  return { record, request: sent, response: received, ...(keeping && { keeping }) };
}

describe('embeddings and rankings', () => {
  const cleanups: (() => void | Promise<void>)[] = [];
  let store: Store;
  let address: StoreAddress;
  const [first, last] = [stored({ minute: 0 }), stored({ minute: 15 })];
  const embedding = stored({ minute: 8, type: 'embedding' });
  const ranking = stored({ minute: 9, format: 'cohere', type: 'rerank' });
  const alone = stored({ minute: 20, session: 'job', type: 'embedding', keeping: 'numbers' });
  const unpriced = stored({ minute: 21, session: 'job', format: 'bedrock', type: 'embedding' });

  const list = async (query: Record<string, unknown> = {}) =>
    (await listInteractions(store, APP, ListInteractionsQuery.parse(query))).data;

  before(async () => {
    ({ store, address } = await testStore({ after: (clean) => void cleanups.push(clean) }));
    await store.insertInteractions([first, embedding, ranking, last, alone, unpriced], 'all');
  });

  after(async () => {
    for (const clean of cleanups) await clean();
  });

  it('have their own filter, and are read as they were derived', async () => {
    const ids = async (query: Record<string, unknown>) => (await list(query)).map(({ id }) => id);
    assert.deepEqual(await ids({ type: 'rerank' }), [ranking.record.id]);
    assert.deepEqual(await ids({ 'not.type': ['embedding', 'rerank'] }), [last.record.id, first.record.id]);
    assert.deepEqual(await list({ type: 'rerank' }), [{ ...asRead(ranking.record), scores: [] }]);
    const [shown] = await list({ type: 'embedding', session: 'talk' });
    assert.deepEqual(shown, { ...asRead(embedding.record), scores: [] });
    assert.deepEqual([shown?.texts, shown?.vectors], [2, { count: 2, length: 3, kept: true }]);
    assert.ok((shown?.cost?.usd ?? 0) > 0);
    assert.equal(ranking.record.cost?.usd, 0.002);
  });

  it('have their numbers when content is not kept', async () => {
    const found = (await list({ type: 'embedding' })).find(({ id }) => id === alone.record.id);
    assert.deepEqual(
      [found?.input, found?.texts, found?.vectors],
      [[], 2, { count: 2, length: 3, kept: false }],
    );
  });

  it('are not part of a session, its turns or its figures, and do not keep it open', async () => {
    const { data } = await listSessions(store, APP, ListSessionsQuery.parse({}), NOW);
    // The session ends ten minutes after its first interaction, despite the embeddings between.
    assert.deepEqual(
      data.map(({ id, session, interactions }) => [id, session, interactions]),
      [
        [last.record.id, 'talk', 1],
        [first.record.id, 'talk', 1],
      ],
    );
    assert.equal(data[1]?.usage.total, first.record.usage.total);
    const session = await getSession(store, APP, first.record.id, GetSessionQuery.parse({}), NOW);
    assert.deepEqual(
      session?.data.map(({ id }) => id),
      [first.record.id],
    );
    for (const { record } of [embedding, ranking, alone]) {
      assert.equal(await getSession(store, APP, record.id, GetSessionQuery.parse({}), NOW), null);
      assert.equal(await getInteractionTurn(store, APP, record.id), null);
    }
  });

  for (const smallRows of [0, 1000]) {
    it(`count everywhere but in measures of sessions, small up to ${smallRows} rows`, async () => {
      const asked = new Store(connection(address, smallRows), PATIENT);
      cleanups.push(() => asked.close());
      await eventually('the store knows its size', () => asked.isSmall === smallRows > 0);
      await expectMeasures(asked);
    });
  }

  async function expectMeasures(store: Store): Promise<void> {
    const body = QueryBody.parse({
      measures: ['interactions', 'sessions', 'interactionsPerSession', 'totalTokens'],
      from: NOW - 100 * MINUTE,
      to: NOW,
    });
    const { rows } = await runQuery(store, APP, body, NOW);
    const tokens = [first, last, embedding, alone, unpriced].reduce(
      (sum, { record }) => sum + (record.usage.total ?? 0),
      0,
    );
    assert.deepEqual(rows, [
      { interactions: 6, sessions: 2, interactionsPerSession: 1, totalTokens: tokens },
    ]);
    const [ann] = (await listUsers(store, APP, ListUsersQuery.parse({}))).data;
    assert.deepEqual([ann?.key, ann?.interactions, ann?.sessions], ['ann', 6, 2]);
  }

  it('are listed when their model has no price', async () => {
    const { data } = await unpricedModels(store, APP, UnpricedModelsQuery.parse({}));
    assert.deepEqual(
      data.map(({ model, inputTokens, outputTokens }) => [model, inputTokens, outputTokens]),
      [['amazon.titan-embed-text-v2:0', 3, 0]],
    );
  });
});
