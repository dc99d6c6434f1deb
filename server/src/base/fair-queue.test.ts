import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Crowded, FairQueue } from './fair-queue.ts';

const MANY = { inAll: 1000, perAsker: 1000 };

describe('FairQueue', () => {
  it('alternates between askers, however much one of them has queued', () => {
    const turns = new FairQueue<number>({ places: 1, waiting: MANY });
    for (let i = 0; i < 5; i++) turns.wait('a', i);
    turns.wait('b', 10);
    turns.wait('c', 20);
    assert.deepEqual(inTurn(turns), [0, 10, 20, 1, 2, 3, 4]);
  });

  it('keeps a place free for an asker who comes later', () => {
    const turns = new FairQueue<string>({ places: 16, waiting: MANY });
    const begun = (asker: string) => {
      for (let i = 0; i < 20; i++) turns.wait(asker, asker);
      let count = 0;
      while (turns.next()) count++;
      return count;
    };
    assert.deepEqual(['a', 'b', 'c', 'd', 'e', 'f'].map(begun), [8, 4, 2, 1, 1, 0]);
  });

  it('skips what was withdrawn', () => {
    const turns = new FairQueue<number>({ places: 1, waiting: MANY });
    turns.wait('a', 1);
    turns.wait('a', 2);
    turns.leave('a', 1);
    turns.leave('b', 1);
    assert.deepEqual(inTurn(turns), [2]);
  });

  it('refuses an asker with a long queue, and every asker once the total is reached', () => {
    const turns = new FairQueue<number>({ places: 1, waiting: { inAll: 3, perAsker: 2 } });
    const crowded = (crowdedWith: string) => (error: unknown) =>
      error instanceof Crowded && error.with === crowdedWith;
    turns.wait('a', 1);
    turns.wait('a', 2);
    assert.throws(() => turns.wait('a', 3), crowded('own'));
    turns.wait('b', 4);
    assert.throws(() => turns.wait('c', 5), crowded('all'));
    assert.deepEqual(turns.clear(), [1, 2, 4]);
    turns.wait('c', 5);
  });

  it('runs everything that waits, never more at once than there are places', () => {
    const lines = fc.array(fc.nat(5), { maxLength: 60 });
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 9 }), (askers, places) => {
        const turns = new FairQueue<number>({ places, waiting: MANY });
        for (const [item, asker] of askers.entries()) turns.wait(String(asker), item);
        const running: string[] = [];
        const begun: number[] = [];
        for (;;) {
          for (let turn = turns.next(); turn; turn = turns.next()) {
            running.push(turn.asker);
            begun.push(turn.item);
          }
          assert.ok(running.length <= places);
          const done = running.shift();
          if (done === undefined) break;
          turns.done(done);
        }
        assert.deepEqual(
          begun.toSorted((a, b) => a - b),
          [...askers.keys()],
        );
      }),
    );
  });
});

/** Runs items one after the other. */
function inTurn<T>(turns: FairQueue<T>): T[] {
  const items: T[] = [];
  for (let turn = turns.next(); turn; turn = turns.next()) {
    items.push(turn.item);
    turns.done(turn.asker);
  }
  return items;
}
