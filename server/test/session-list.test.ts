/** What a list of sessions shows of each, and which session precedes or follows another. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type Format,
  GetSessionQuery,
  ListSessionsQuery,
  SESSION_ORDERS,
  SESSION_TEXT_LENGTH,
  type Session,
} from '@parley/contract';
import { ApiError } from '../src/base/errors.ts';
import { newId } from '../src/envelope/uuid.ts';
import { priceWith } from '../src/prices/price.ts';
import { getSession } from '../src/queries/get-session.ts';
import { getUser } from '../src/queries/get-user.ts';
import { listSessions } from '../src/queries/list-sessions.ts';
import { deriveInteraction } from '../src/record/derive.ts';
import type { StoredInteraction } from '../src/store/rows/interaction-row.ts';
import type { Store } from '../src/store/store.ts';
import { EMPTY_USER, headOf } from './support/interactions.ts';
import { testStore } from './support/test-store.ts';

const NOW = Date.parse('2026-03-30T12:00:00Z');
const MINUTE = 60_000;
const APP = ['shop'] as const;
const PRICE = priceWith(() => []);

type Turn = {
  minute: number;
  session: string;
  request: object;
  response?: object;
  appId?: string;
  format?: Format;
  userId?: string;
  latencyMs?: number | null;
};

function stored({
  minute,
  session,
  request,
  response = {},
  appId = 'shop',
  format = 'openai',
  userId,
  latencyMs = null,
}: Turn): StoredInteraction {
  const at = NOW - 1000 * MINUTE + minute * MINUTE;
  const head = headOf({ id: newId(at), appId, receivedAt: at });
  const user = userId === undefined ? null : { ...EMPTY_USER, userId };
  const envelope = { ...head.envelope, format, session, user, requestedAt: at, respondedAt: at, latencyMs };
  const bodies = [request, response].map((body) => Buffer.from(JSON.stringify(body)));
  const [sent = Buffer.of(), received = Buffer.of()] = bodies;
  const record = deriveInteraction({ ...head, envelope }, sent, received, PRICE);
  return { record, request: sent, response: received };
}

const asking = (...contents: unknown[]) => ({
  model: 'm',
  messages: [
    { role: 'system', content: 'You sell lamps.' },
    ...contents.map((content, i) => ({ role: i % 2 ? 'assistant' : 'user', content })),
  ],
});
const answering = (content: string | null, finish_reason = 'stop') => ({
  choices: [{ index: 0, finish_reason, message: { role: 'assistant', content } }],
});
const FAILED = { error: { message: 'Too many requests', code: 'rate_limit_exceeded' } };
const PICTURE = { type: 'image_url', image_url: { url: 'https://example.com/lamp.png' } };

describe('a list of sessions', () => {
  const cleanups: (() => void | Promise<void>)[] = [];
  let store: Store;

  const list = async (query: Record<string, unknown> = {}) =>
    (await listSessions(store, APP, ListSessionsQuery.parse({ limit: 500, ...query }), NOW)).data;
  const named = async (session: string): Promise<Session | undefined> => (await list({ session }))[0];
  const texts = (session: Session | null | undefined) => [session?.title, session?.lastAnswer];

  before(async () => {
    ({ store } = await testStore({ after: (clean) => void cleanups.push(clean) }));
    const talk = ['Which lamp is\n\nbright?', 'The tall one.', 'And cheap?'];
    await store.insertInteractions(
      [
        // Inserted in another order than they were requested.
        stored({
          minute: 3,
          session: 'talk',
          request: asking(...talk),
          response: answering('The small one.'),
        }),
        stored({
          minute: 1,
          session: 'talk',
          request: asking(talk[0]),
          response: answering(talk[1] ?? '', 'length'),
          userId: 'ann',
          latencyMs: 4000,
        }),
        stored({
          minute: 10,
          session: 'parts',
          request: asking([
            PICTURE,
            { type: 'text', text: 'What is this?' },
            { type: 'text', text: 'In a word.' },
          ]),
          response: answering('A lamp.'),
        }),
        stored({ minute: 20, session: 'picture', request: asking([PICTURE]), response: answering('  ') }),
        stored({
          minute: 30,
          session: 'emoji',
          request: asking(`${'💡'.repeat(50_000)} is long`),
          response: answering(`x${'💡'.repeat(50_000)}`),
        }),
        stored({
          minute: 40,
          session: 'anthropic',
          format: 'anthropic',
          request: {
            model: 'claude',
            system: 'Be brief.',
            messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
          },
          response: { content: [{ type: 'text', text: 'Hello.' }], stop_reason: 'refusal' },
        }),
        stored({
          minute: 50,
          session: 'failed',
          request: asking('Anybody?'),
          response: answering('Yes.'),
          latencyMs: 900,
        }),
        stored({ minute: 51, session: 'failed', request: asking('Still?'), response: FAILED }),
        {
          ...stored({
            minute: 60,
            session: 'numbers',
            request: asking('Secret'),
            response: answering('Mine'),
          }),
          keeping: 'numbers',
        },
        stored({ minute: 70, session: 'theirs', appId: 'other', request: asking('Theirs') }),
      ],
      'all',
    );
  });

  after(async () => {
    for (const clean of cleanups.reverse()) await clean();
  });

  it("shows each session's first question, not the system prompt, and its last answer", async () => {
    assert.deepEqual(texts(await named('talk')), ['Which lamp is bright?', 'The small one.']);
    assert.deepEqual(texts(await named('parts')), ['What is this? In a word.', 'A lamp.']);
    assert.deepEqual(texts(await named('anthropic')), ['Hi', 'Hello.']);
  });

  it('shows null without a question or an answer, or if texts are not kept', async () => {
    assert.deepEqual(texts(await named('picture')), [null, null]);
    assert.deepEqual(texts(await named('failed')), ['Anybody?', null]);
    assert.deepEqual(texts(await named('numbers')), [null, null]);
  });

  it('shows the beginning of long texts, without splitting characters', async () => {
    for (const text of texts(await named('emoji'))) {
      assert.ok(text);
      assert.ok(text.endsWith('💡…') && text.isWellFormed(), text);
      assert.ok(text.length <= SESSION_TEXT_LENGTH && text.length > SESSION_TEXT_LENGTH - 3);
    }
  });

  it('counts failed, truncated and blocked interactions', async () => {
    const counts = (session: Session | undefined) =>
      session && [session.interactions, session.errors, session.truncated, session.blocked];
    assert.deepEqual(counts(await named('talk')), [2, 0, 1, 0]);
    assert.deepEqual(counts(await named('failed')), [2, 1, 0, 0]);
    assert.deepEqual(counts(await named('anthropic')), [1, 0, 0, 1]);
    assert.deepEqual(await list({ state: 'current' }), []);
  });

  it('shows the slowest latency, and sorts by it', async () => {
    assert.equal((await named('talk'))?.slowestMs, 4000);
    const slowest = await list({ orderBy: 'slowestMs', limit: 2 });
    assert.deepEqual(
      slowest.map(({ session, slowestMs }) => [session, slowestMs]),
      [
        ['talk', 4000],
        ['failed', 900],
      ],
    );
  });

  it('shows the same as the session itself and as the sessions of a user', async () => {
    const talk = await named('talk');
    const asked = await getSession(store, APP, talk?.id ?? '', GetSessionQuery.parse({ limit: 1 }), NOW);
    assert.deepEqual(texts(asked), texts(talk));
    const user = await getUser(store, APP, 'ann', NOW);
    assert.deepEqual(user?.recentSessions, [talk]);
  });

  it('starts after a given session, in every order and both directions', async () => {
    for (const orderBy of SESSION_ORDERS) {
      const all = (await list({ orderBy })).map(({ id }) => id);
      assert.equal(all.length, 7);
      for (const i of [0, 3, 6]) {
        const id = all[i];
        const behind = await list({ orderBy, startingAfter: id });
        assert.deepEqual(
          behind.map((session) => session.id),
          all.slice(i + 1),
        );
        const [before] = await list({ orderBy, order: 'asc', startingAfter: id, limit: 1 });
        assert.equal(before?.id, all[i - 1]);
      }
    }
  });

  it('starts after a session that does not match the filters, and applies them', async () => {
    const failed = await named('failed');
    const ok = await list({ startingAfter: failed?.id, session: ['talk', 'numbers'] });
    assert.deepEqual(
      ok.map(({ session }) => session),
      ['talk'],
    );
  });

  it('refuses to start after a session of another application', async () => {
    const other = await listSessions(store, ['other'], ListSessionsQuery.parse({}), NOW);
    for (const startingAfter of [other.data[0]?.id, newId(NOW)])
      await assert.rejects(list({ startingAfter }), (error) => {
        assert.ok(error instanceof ApiError);
        return error.code === 'invalid_query' && error.details.issues?.[0]?.path === 'startingAfter';
      });
  });
});
