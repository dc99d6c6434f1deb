import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMs } from '../../test/support/cpu-time.ts';
import { evictOldest } from './evict-oldest.ts';

test('the newest entries stay, in order, with at most 2 % slack', () => {
  const map = new Map<string, number>();
  for (let i = 0; i < 10_000; i++) {
    map.set(`${i}`, i);
    evictOldest(map, 500);
    assert.ok(map.size <= 510);
  }
  assert.ok(map.size >= 500);
  assert.deepEqual(
    [...map.values()],
    Array.from({ length: map.size }, (_, i) => 10_000 - map.size + i),
  );
});

test('a small map has no slack', () => {
  const map = new Map([...'abcdef'].map((key) => [key, 0]));
  evictOldest(map, 5);
  assert.deepEqual([...map.keys()], [...'bcdef']);
});

test('eviction costs about as much per entry in a large map as in a small one', () => {
  const fill = (most: number, count: number) => {
    const map = new Map<string, number>();
    const add = (i: number) => {
      map.set(`${i}`, i);
      evictOldest(map, most);
    };
    for (let i = 0; i < most; i++) add(i);
    return cpuMs(() => {
      for (let i = 0; i < count; i++) add(most + i);
    });
  };
  fill(1000, 50_000);
  const small = fill(1000, 50_000);
  const large = fill(100_000, 50_000);
  assert.ok(large < 10 * Math.max(small, 10), `${large} ms, and ${small} ms in a small one`);
});
