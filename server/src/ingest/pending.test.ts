import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cpuMs } from '../../test/support/cpu-time.ts';
import { headOf } from '../../test/support/interactions.ts';
import type { Head } from '../envelope/journal-entry.ts';
import { Pending } from './pending.ts';

const NOON = Date.UTC(2025, 0, 10, 12);

function at(offset: number, segment = 1) {
  return { segment, offset };
}

function duplicateOf(id: string, appId = 'app_1', receivedAt = NOON): Head {
  return { kind: 'duplicate', id, appId, receivedAt };
}

test('an interaction is pending from its append until it is drained', () => {
  const pending = new Pending();
  pending.add(headOf({ id: 'a' }), at(0));
  pending.add(headOf({ id: 'b' }), at(10));
  assert.ok(pending.has('a') && pending.has('b'));
  assert.deepEqual(pending.position('b'), at(10));
  pending.drained(at(10));
  assert.ok(!pending.has('a') && pending.has('b'));
  assert.equal(pending.size, 1);
  pending.drained(at(0, 2));
  assert.equal(pending.size, 0);
  assert.equal(pending.oldest, null);
});

test('duplicates and rejections are pending, but are not interactions', () => {
  const pending = new Pending();
  pending.add(duplicateOf('d'), at(0));
  pending.add({ kind: 'rejection', id: 'r', appId: 'app_1', receivedAt: NOON, issues: [] }, at(5));
  assert.ok(!pending.has('d') && !pending.has('r'));
  assert.equal(pending.size, 2);
});

test('removing a frame forgets that frame and no other', () => {
  const pending = new Pending();
  const places = [at(0), at(10), at(20)];
  for (const [i, place] of places.entries()) pending.add(headOf({ id: `id-${i}` }), place);
  const [, second = at(0)] = places;
  pending.remove(second);
  pending.remove(second);
  assert.deepEqual([pending.has('id-0'), pending.has('id-1'), pending.has('id-2')], [true, false, true]);
  assert.equal(pending.size, 2);
});

test('removing a frame keeps a later interaction with the same id', () => {
  const pending = new Pending();
  const [first, second] = [at(0), at(0, 2)];
  pending.add(headOf({ id: 'a' }), first);
  pending.add(headOf({ id: 'a' }), second);
  pending.remove(first);
  assert.deepEqual(pending.position('a'), second);
});

test('the oldest entry is the one received first', () => {
  const pending = new Pending();
  pending.add(headOf({ id: 'a', receivedAt: NOON }), at(0));
  pending.add(headOf({ id: 'b', receivedAt: NOON + 5 }), at(10));
  assert.equal(pending.oldest, NOON);
  pending.drained(at(10));
  assert.equal(pending.oldest, NOON + 5);
});

test('pending entries from a position on are counted per application and day', () => {
  const pending = new Pending();
  pending.add(headOf({ id: 'a' }), at(0));
  pending.add(duplicateOf('b'), at(10));
  pending.add(headOf({ id: 'c', receivedAt: NOON + 86_400_000 }), at(20));
  pending.add(headOf({ id: 'd', appId: 'app_2' }), at(30));
  assert.deepEqual(
    pending.countByDay('app_1', at(10)),
    new Map([
      ['2025-01-10', 1],
      ['2025-01-11', 1],
    ]),
  );
  assert.deepEqual(pending.countByDay('app_3', at(0)), new Map());
});

test('counts are correct after any sequence of changes, and do not iterate over all entries', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          app: fc.constantFrom('app_1', 'app_2'),
          day: fc.nat(2),
          fate: fc.constantFrom('keep', 'keep', 'remove', 'drain'),
        }),
      ),
      fc.nat(5),
      (frames, ahead) => {
        const pending = new Pending();
        let waiting: { app: string; day: number; offset: number }[] = [];
        for (const [offset, { app, day, fate }] of frames.entries()) {
          const position = at(offset);
          pending.add(
            headOf({ id: `id-${offset}`, appId: app, receivedAt: NOON + day * 86_400_000 }),
            position,
          );
          if (fate === 'remove') pending.remove(position);
          else waiting.push({ app, day, offset });
          if (fate === 'drain') {
            pending.drained(position);
            waiting = waiting.filter((frame) => frame.offset >= offset);
          }
        }
        // The ledger may be ahead of what this thread knows to be drained.
        const counted = (waiting[0]?.offset ?? 0) + ahead;
        const expected = waiting.filter(({ app, offset }) => app === 'app_1' && offset >= counted);
        const counts = Map.groupBy(expected, ({ day }) => `2025-01-${10 + day}`);
        assert.deepEqual(
          [...pending.countByDay('app_1', at(counted))].sort(),
          [...counts].map(([day, those]) => [day, those.length]).sort(),
        );
      },
    ),
  );
  const pending = new Pending();
  for (let i = 0; i < 200_000; i++) pending.add(headOf({ id: `id-${i}` }), at(i));
  const took = cpuMs(() => {
    for (let i = 0; i < 100; i++)
      assert.equal(pending.countByDay('app_1', at(10)).get('2025-01-10'), 199_990);
  });
  assert.ok(took < 500, `a hundred counts of 200,000 entries take ${took} ms`);
});

test('drained entries leave nothing behind', () => {
  const pending = new Pending();
  for (let i = 0; i < 10_000; i++) {
    pending.add(headOf({ id: `id-${i}` }), at(i));
    if (i % 3 === 0) pending.drained(at(i - 2));
  }
  assert.equal(pending.size, 3);
  assert.ok(pending.has('id-9999') && !pending.has('id-9996'));
});
