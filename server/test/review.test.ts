/** Review queues: items are handed out once, answered, skipped and undone, by many people at once. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { QueueAgreement, ReviewQueue, ReviewTurn, type Score, ScoreList } from '@parley/contract';
import { type Answer, Browser, PASSWORD } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { metadataOf } from './support/metadata-of.ts';
import { nothingWaits } from './support/nothing-waits.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const STORED_MS = 120_000;
const OWNER = 'owner@example.com';
const CORRECT = { name: 'correct', kind: 'boolean', text: 'Is the answer correct?' };
const TONE = { name: 'tone', kind: 'number', text: 'How friendly is it?', min: 1, max: 5 };
const PLAN = { name: 'plan', kind: 'word', text: 'Which plan?', options: ['free', 'pro'] };

const ITEMS = 24;

describe('a review queue', () => {
  let server: TestServer & { data: string };
  let owner: Browser;
  let app = '';
  const cleanups: (() => void | Promise<void>)[] = [];
  const cleaning = { after: (clean: () => void | Promise<void>) => void cleanups.unshift(clean) };

  before(async () => {
    const { url: clickhouseUrl } = await storeProxy(cleaning);
    const data = await tempFolder();
    const env = { PARLEY_INIT_EMAIL: OWNER, PARLEY_INIT_PASSWORD: PASSWORD, PARLEY_TRUST_PROXY: '1' };
    server = { ...(await startServer({ data, clickhouseUrl, env })), data };
    cleaning.after(async () => void (await server.stop()));
    for (let i = 0; i < ITEMS; i++) {
      const messages = [{ role: 'user', content: `Question ${i}` }];
      const session = `visit ${Math.floor(i / 3)}`;
      const request = { model: 'm', messages };
      const at = Date.now() - 3_600_000 + i * 1000;
      const timestamps = { request: at, response: at + 500 };
      const payload = payloadOf('openai', 'chat', { session, request, timestamps });
      assert.equal((await server.post(bytesOf(payload))).status, 200);
    }
    await nothingWaits(server, STORED_MS);
    owner = await new Browser(server).signIn(OWNER);
    app = ((await owner.get('/v1/me')).json.applications as { id: string }[])[0]?.id ?? '';
  });
  after(async () => {
    for (const clean of cleanups) await clean();
  });

  async function create(more: Record<string, unknown> = {}): Promise<ReviewQueue> {
    const answer = await owner.post('/v1/review/queues', {
      app,
      name: 'Questions',
      questions: [CORRECT],
      ...more,
    });
    assert.equal(answer.status, 200, answer.text);
    return ReviewQueue.parse(answer.json);
  }
  const placeOf = ({ id }: ReviewQueue) => `/v1/review/queues/${id}`;
  async function next(who: Browser, queue: ReviewQueue): Promise<ReviewTurn> {
    let answer = await who.post(`${placeOf(queue)}/next`);
    // A slow store is asked again, for the same item.
    const isRead = async () => {
      if (answer.status === 503) answer = await who.post(`${placeOf(queue)}/next`);
      return answer.status !== 503;
    };
    await eventually('the store answers', isRead, STORED_MS);
    assert.equal(answer.status, 200, answer.text);
    return ReviewTurn.parse(answer.json);
  }
  async function take(who: Browser, queue: ReviewQueue): Promise<string> {
    const { item } = await next(who, queue);
    assert.ok(item);
    return item.target;
  }
  const act = (who: Browser, queue: ReviewQueue, target: string, body: object): Promise<Answer> =>
    who.post(`${placeOf(queue)}/items/${target}`, body);
  async function answer(who: Browser, queue: ReviewQueue, target: string, answers: object, more = {}) {
    const done = await act(who, queue, target, { action: 'answer', answers, ...more });
    assert.equal(done.status, 200, done.text);
    return done.json.progress;
  }
  async function undo(who: Browser, queue: ReviewQueue): Promise<ReviewTurn> {
    const undone = await who.post(`${placeOf(queue)}/undo`);
    assert.equal(undone.status, 200, undone.text);
    return ReviewTurn.parse(undone.json);
  }
  async function scoresOf(search: string): Promise<Score[]> {
    return ScoreList.parse((await owner.get(`/v1/scores?app=${app}&${search}`)).json).data;
  }
  const scored = (search: string, expected: readonly unknown[]) =>
    eventually(
      `scores of ${search}`,
      async () =>
        JSON.stringify((await scoresOf(search)).map(({ name, value }) => [name, value])) ===
        JSON.stringify(expected),
      STORED_MS,
    );

  it('hands every item to one of twenty people who ask at once, and to nobody twice', async () => {
    const queue = await create();
    assert.deepEqual(queue.progress, { items: ITEMS, done: 0, mine: 0, left: ITEMS });
    const people = await Promise.all(
      Array.from({ length: 20 }, (_, i) => owner.invite(`reviewer${i}@example.com`, 'reviewer')),
    );
    const first = await Promise.all(people.map((who) => take(who, queue)));
    assert.equal(new Set(first).size, people.length);
    // Who asks again gets the same item.
    assert.deepEqual(await Promise.all(people.map((who) => take(who, queue))), first);

    const done: string[] = [];
    await Promise.all(
      people.map(async (who) => {
        for (;;) {
          const { item } = await next(who, queue);
          if (!item) return;
          await answer(who, queue, item.target, { correct: true });
          done.push(item.target);
        }
      }),
    );
    assert.deepEqual([done.length, new Set(done).size], [ITEMS, ITEMS]);
    const { json } = await owner.get(placeOf(queue));
    assert.deepEqual(ReviewQueue.parse(json).progress, { items: ITEMS, done: ITEMS, mine: 0, left: 0 });
    await scored(`interaction=${done[0]}`, [['correct', true]]);
    const [score] = await scoresOf(`interaction=${done[0]}`);
    assert.equal(score?.source, 'review');
    assert.match(score?.author ?? '', /^reviewer\d+@example\.com$/);
  });

  it('gives an item to somebody else once a hold has ended, and refuses the answer of the first', async (test) => {
    const [queue, ann] = [await create({ limit: 1 }), await owner.invite('ann@example.com', 'reviewer')];
    const target = await take(ann, queue);
    assert.deepEqual((await next(owner, queue)).item, null);
    assert.equal((await act(ann, queue, target, { action: 'hold' })).status, 200);
    const db = metadataOf(test, server);
    await db.updateTable('review').set({ held_until: 1 }).where('queue_id', '=', queue.id).execute();
    assert.equal(await take(owner, queue), target);
    const late = await act(ann, queue, target, { action: 'answer', answers: { correct: true } });
    assert.deepEqual([late.status, late.json.code], [409, 'conflict'], late.text);
    await answer(owner, queue, target, { correct: false });
    await scored(`interaction=${target}&author=${OWNER}`, [['correct', false]]);
    assert.deepEqual(await scoresOf(`interaction=${target}&author=ann@example.com`), []);
  });

  it('hands out skipped items again after all others, to the same person', async () => {
    const queue = await create({ limit: 3, order: 'asc' });
    const skipped = await take(owner, queue);
    assert.equal((await act(owner, queue, skipped, { action: 'skip' })).status, 200);
    const others: string[] = [];
    for (let i = 0; i < 2; i++) {
      const target = await take(owner, queue);
      others.push(target);
      await answer(owner, queue, target, { correct: true });
    }
    assert.ok(!others.includes(skipped));
    assert.equal(await take(owner, queue), skipped);
    const { progress } = await next(owner, queue);
    assert.deepEqual(progress, { items: 3, done: 2, mine: 2, left: 1 });
  });

  it('takes back the last answer with its scores, and hands the item out again', async () => {
    const queue = await create({ limit: 2, questions: [CORRECT, TONE, PLAN], name: 'Undone' });
    const target = await take(owner, queue);
    const first = { correct: true, tone: 5, plan: 'pro' };
    await answer(owner, queue, target, first, { comment: 'Kind.' });
    const search = `interaction=${target}&author=${OWNER}`;
    await eventually('three scores', async () => (await scoresOf(search)).length === 3, STORED_MS);
    const comments = (await scoresOf(search)).map(({ name, comment }) => [name, comment]);
    assert.deepEqual(new Map(comments as [string, string | null][]).get('correct'), 'Kind.');
    const other = await take(owner, queue);
    assert.notEqual(other, target);

    const { item, progress } = await undo(owner, queue);
    assert.deepEqual([item?.target, item?.answers, progress.done], [target, first, 0]);
    await scored(search, []);
    const again = await owner.post(`${placeOf(queue)}/undo`);
    assert.deepEqual([again.status, again.json.code], [409, 'conflict']);
    await answer(owner, queue, target, { ...first, tone: 2 });
    await eventually(
      'the new scores',
      async () => (await scoresOf(`${search}&name=tone`))[0]?.value === 2,
      STORED_MS,
    );
    assert.equal((await act(owner, queue, await take(owner, queue), { action: 'skip' })).status, 200);
    assert.equal((await undo(owner, queue)).item?.target, other);
  });

  it('asks two people about every item, and measures how far they agree', async () => {
    const queue = await create({ reviewers: 2, questions: [CORRECT, TONE], name: 'Twice', order: 'asc' });
    const [bea, cem, dan] = await Promise.all(
      ['bea', 'cem', 'dan'].map((name) => owner.invite(`${name}@example.com`, 'reviewer')),
    );
    assert.ok(bea && cem && dan);
    for (const [who, tone] of [
      [bea, 4],
      [cem, 2],
    ] as const) {
      for (let i = 0; i < ITEMS; i++) {
        const { item } = await next(who, queue);
        assert.ok(item?.interaction && !('scores' in item.interaction));
        await answer(who, queue, item.target, { correct: i % 2 === 0 || (i === 1 && who === cem), tone });
      }
      assert.deepEqual((await next(who, queue)).item, null);
    }
    assert.deepEqual((await next(dan, queue)).item, null);
    assert.equal((await bea.get(`${placeOf(queue)}/agreement`)).status, 403);
    const { data } = QueueAgreement.parse((await owner.get(`${placeOf(queue)}/agreement`)).json);
    assert.equal(data.length, 1);
    const [correct, tone] = data[0]?.questions ?? [];
    assert.deepEqual([correct?.items, correct?.same], [ITEMS, ITEMS - 1]);
    // 12 and 13 of 24 yes: (23/24 − 1/2) / (1 − 1/2).
    assert.ok(Math.abs((correct?.kappa ?? 0) - 11 / 12) < 1e-9);
    assert.deepEqual([tone?.same, tone?.kappa, tone?.meanDifference], [0, null, 2]);
  });

  it('is of sessions, each with its turns, and scores them by name', async () => {
    const queue = await create({ unit: 'session', name: 'Visits' });
    assert.equal(queue.progress.items, ITEMS / 3);
    const { item } = await next(owner, queue);
    const { turns = [], isCut } = item?.session ?? {};
    assert.deepEqual([turns.length, isCut], [3, false]);
    assert.match(JSON.stringify(turns[0]?.newInput), /Question 21/);
    await answer(owner, queue, item?.target ?? '', { correct: true });
    await scored('session=visit%207', [['correct', true]]);
  });

  it('takes what arrives later unless its range has an end, up to its limit', async (test) => {
    const session = 'later';
    const filters = { session };
    const open = await create({ filters, limit: 2, name: 'Open' });
    const ended = await create({ filters, to: Date.now(), name: 'Ended' });
    assert.deepEqual([open.progress.items, ended.progress.items], [0, 0]);
    for (let i = 0; i < 3; i++) await server.post(bytesOf(payloadOf('openai', 'chat', { session })));
    await nothingWaits(server, STORED_MS);
    const db = metadataOf(test, server);
    for (const { id } of [open, ended])
      await db.updateTable('review_queue').set({ filled_at: 1 }).where('id', '=', id).execute();
    assert.equal((await next(owner, open)).progress.items, 2);
    assert.equal((await next(owner, ended)).progress.items, 0);
  });

  it('drops items that are no longer kept', async (test) => {
    const queue = await create({ limit: 1, name: 'Expired' });
    const db = metadataOf(test, server);
    const gone = crypto.randomUUID();
    const row = { queue_id: queue.id, target: gone, scored: gone, at: Date.now() + 1 };
    await db.insertInto('review_item').values(row).execute();
    assert.notEqual(await take(owner, queue), gone);
    assert.equal((await next(owner, queue)).progress.items, 1);
  });

  it('refuses answers that are none, questions of another kind, and people who may not review', async () => {
    const queue = await create({ questions: [TONE, PLAN], name: 'Strict' });
    const target = await take(owner, queue);
    for (const answers of [
      {},
      { tone: 3 },
      { tone: 6, plan: 'pro' },
      { tone: 2.5, plan: 'pro' },
      { tone: 3, plan: 'gold' },
      { tone: 3, plan: 'pro', more: 1 },
    ]) {
      const refused = await act(owner, queue, target, { action: 'answer', answers });
      assert.deepEqual([refused.status, refused.json.code], [422, 'invalid_query'], refused.text);
    }
    const kind = await owner.post('/v1/review/queues', {
      app,
      name: 'Other kind',
      questions: [{ ...PLAN, name: 'tone' }],
    });
    assert.equal(kind.status, 422, kind.text);
    const viewer = await owner.invite('viewer@example.com', 'viewer');
    const viewerId = ((await viewer.get('/v1/me')).json.person as { id: string }).id;
    const assigned = await owner.send('PATCH', placeOf(queue), { assignees: [viewerId] });
    assert.equal(assigned.status, 422, assigned.text);
  });

  it('can be assigned, closed, reopened and deleted', async () => {
    const eve = await owner.invite('eve@example.com', 'reviewer');
    const eveId = ((await eve.get('/v1/me')).json.person as { id: string }).id;
    const queue = await create({ assignees: [eveId], name: 'For Eve' });
    assert.deepEqual(
      queue.setup?.assignees?.map(({ email }) => email),
      ['eve@example.com'],
    );
    assert.equal((await owner.post(`${placeOf(queue)}/next`)).status, 403);
    await take(eve, queue);
    assert.equal((await eve.get(placeOf(queue))).json.setup, null);
    assert.equal((await owner.send('PATCH', placeOf(queue), { closed: true })).status, 200);
    assert.equal((await eve.post(`${placeOf(queue)}/next`)).status, 409);
    assert.equal((await owner.send('PATCH', placeOf(queue), { closed: false })).status, 200);
    await take(eve, queue);
    // Nobody is assigned any more, which is not the same as everybody.
    await owner.removeMember('eve@example.com');
    const { json } = await owner.get(placeOf(queue));
    assert.deepEqual([ReviewQueue.parse(json).setup?.assignees, json.mayReview], [[], false]);
    assert.equal((await owner.send('DELETE', placeOf(queue))).status, 200);
    assert.equal((await owner.get(placeOf(queue))).status, 404);
  });
});
