import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Sink } from '../../../test/support/sink.ts';
import { failing, StoredRows } from '../../../test/support/stored-rows.ts';
import { type FeedOptions, ONE_NODE, SEVERAL_NODES, TailFeed } from './tail-feed.ts';

const START = Date.UTC(2025, 5, 1);
const LIMITS = { keys: 3, rows: 2, bytes: 10 };

/** How late a row may become visible: an insert takes two minutes at most. */
const LATE_MS = [
  [ONE_NODE, ONE_NODE.short],
  [SEVERAL_NODES, 120_000],
] as const;

/** Rows arrive over time, and become visible some time later. */
const anyRows = (late: number) =>
  fc.array(
    fc.record({
      gap: fc.integer({ min: 0, max: 1500 }),
      delay: fc.integer({ min: 0, max: late - 1 }),
      bytes: fc.nat(8),
      session: fc.constantFrom('A', 'B'),
    }),
    { maxLength: 40 },
  );
const anySteps = fc.array(
  fc.record({
    advance: fc.integer({ min: 0, max: 4000 }),
    action: fc.constantFrom('look', 'look', 'break', 'break', 'fail'),
  }),
  { maxLength: 40 },
);

describe('a feed of the live tail', () => {
  for (const [lookBack, late] of LATE_MS)
    it(`misses and repeats nothing of what is visible within ${late / 1000} seconds`, async () => {
      await fc.assert(
        fc.asyncProperty(
          anyRows(late),
          anySteps,
          fc.array(fc.nat(400), { minLength: 1 }),
          async (rows, steps, pauses) => {
            const source = new StoredRows();
            source.now = START;
            let stored = START;
            for (const [index, { gap, delay, bytes, session }] of rows.entries()) {
              stored += gap;
              source.rows.push({ id: idOf(index), stored, visibleAt: stored + delay, bytes, session });
            }
            // Time passes during a look, too.
            let calls = 0;
            let failsAt = -1;
            source.beforeCall = () => {
              source.now += pauses[calls++ % pauses.length] ?? 0;
              failing(() => calls === failsAt)();
            };
            const feed = feedOf(source, { lookBack, limits: LIMITS });
            const [steady, choosy] = [new Sink(), new Sink()];
            let broken = new Sink();
            const chain = [broken];
            feed.follow({}, steady);
            feed.follow({ session: ['B'] }, choosy);
            let listener = feed.follow({}, broken);
            const look = () => feed.look().catch(() => {});

            for (const { advance, action } of steps) {
              source.now += advance;
              if (action === 'fail') failsAt = calls + 1 + (advance % 5);
              if (action !== 'break') await look();
              else if (broken.lastEventId !== null) {
                feed.leave(listener);
                broken.end();
                const since = Number.parseInt(broken.lastEventId, 10);
                broken = new Sink();
                broken.lastEventId = chain.at(-1)?.lastEventId ?? null;
                chain.push(broken);
                listener = feed.resume({}, broken, since);
                const resumed = listener;
                const catchUp = async (): Promise<void> => feed.catchUp(resumed).catch(catchUp);
                await Promise.all([catchUp(), look()]);
              }
            }
            source.now += 2 * lookBack.long;
            for (let last = 0; last < 3; last++) await look();

            const all = source.rows.map(({ id }) => id);
            const ofB = source.rows.filter(({ session }) => session === 'B').map(({ id }) => id);
            assert.deepEqual(steady.ids.toSorted(), all);
            assert.deepEqual(choosy.ids.toSorted(), ofB);
            for (const { ids } of chain)
              assert.equal(new Set(ids).size, ids.length, 'twice on one connection');
            assert.deepEqual([...new Set(chain.flatMap(({ ids }) => ids))].toSorted(), all);
          },
        ),
        { numRuns: 500 },
      );
    });

  it('sends what is stored from now on, and nothing from before', async () => {
    const source = new StoredRows();
    source.now = START;
    source.rows.push({ id: idOf(1), stored: START - 1, visibleAt: START - 1, bytes: 1 });
    const feed = feedOf(source);
    const sink = new Sink();
    feed.follow({}, sink);
    // Stored after the connection and before the first look.
    source.rows.push({ id: idOf(2), stored: START + 1, visibleAt: START + 1, bytes: 1 });
    source.now += 10;
    await feed.look();
    assert.deepEqual(sink.ids, [idOf(2)]);
  });

  it('continues after the last event of an earlier connection, however long ago', async () => {
    const source = new StoredRows();
    const hour = 3_600_000;
    for (let index = 0; index < 50; index++) {
      const stored = START + index * hour;
      source.rows.push({ id: idOf(index), stored, visibleAt: stored, bytes: 1 });
    }
    source.now = START + 49 * hour;
    const feed = feedOf(source, { limits: LIMITS });
    const sink = new Sink();
    await feed.catchUp(feed.resume({}, sink, START + 20 * hour));
    await feed.look();
    assert.deepEqual(
      sink.ids,
      Array.from({ length: 30 }, (_, index) => idOf(20 + index)),
    );
  });

  it('sends a backlog that arrived while a listener was about to join', async () => {
    const source = new StoredRows();
    source.now = START;
    for (let index = 0; index < 60; index++) {
      source.rows.push({
        id: idOf(index),
        stored: START + index * 1000,
        visibleAt: START + 60_000,
        bytes: 1,
      });
    }
    const feed = feedOf(source);
    feed.follow({}, new Sink());
    const sink = new Sink();
    const listener = feed.resume({}, sink, START);
    const joined = feed.catchUp(listener);
    // The listener has read to the end, and the next look finds the whole backlog.
    source.now += 60_000;
    await Promise.all([feed.look(), joined]);
    await feed.look();
    assert.deepEqual(
      sink.ids.toSorted(),
      source.rows.map(({ id }) => id),
    );
  });

  it('sends two queries if there is nothing new, for any number of listeners', async () => {
    const source = new StoredRows();
    source.now = START;
    const feed = feedOf(source);
    for (const session of ['A', 'B', 'C']) feed.follow({ session: [session] }, new Sink());
    await feed.look();
    await feed.look();
    assert.deepEqual(source.calls, { keys: 2, fitting: 0, events: 0, scores: 2 });
    source.rows.push({ id: idOf(1), stored: START, visibleAt: START, bytes: 1, session: 'B' });
    await feed.look();
    assert.deepEqual(source.calls, { keys: 3, fitting: 3, events: 1, scores: 3 });
  });

  it('sends each version of a score once, whatever the filters, to those who listen when it is found', async () => {
    const source = new StoredRows();
    source.now = START;
    const feed = feedOf(source);
    const [all, choosy] = [new Sink(), new Sink()];
    feed.follow({}, all);
    feed.follow({ session: ['A'] }, choosy);
    const store = (key: string, stored: number) =>
      source.scoreEvents.push({ key, stored, event: Buffer.from(`event: score\ndata: ${key}\n\n`) });
    store('before', START - 1);
    store('first', START + 1);
    await feed.look();
    source.now += 60_000;
    const late = new Sink();
    feed.follow({}, late);
    store('second', START + 60_000);
    store('ahead', START + 3_600_000);
    await feed.look();
    // Visible after newer ones, but within the look-back.
    store('delayed', START + 60_000 - ONE_NODE.short);
    await feed.look();
    assert.deepEqual(all.scores, ['first', 'second', 'ahead', 'delayed']);
    assert.deepEqual(choosy.scores, all.scores);
    assert.deepEqual(late.scores, ['second', 'ahead', 'delayed']);
  });

  it('continues past rows from a clock that is ahead of ours', async () => {
    const source = new StoredRows();
    source.now = START;
    const feed = feedOf(source);
    const sink = new Sink();
    feed.follow({}, sink);
    source.rows.push({ id: idOf(1), stored: START + 60_000, visibleAt: START, bytes: 1 });
    await feed.look();
    source.rows.push({ id: idOf(2), stored: START + 5, visibleAt: START, bytes: 1 });
    await feed.look();
    assert.deepEqual(sink.ids, [idOf(1), idOf(2)]);
  });
});

function feedOf(source: StoredRows, options: Partial<FeedOptions> = {}): TailFeed {
  return new TailFeed(['app_1'], source, { now: () => source.now, lookBack: ONE_NODE, ...options });
}

function idOf(index: number): string {
  return `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
}
