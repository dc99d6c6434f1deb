import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TokenBucket } from './token-bucket.ts';

const START = 1_000_000;

/** A bucket with its rate: `take` returns the wait in whole milliseconds, and takes a token if it is 0. */
function bucketOf(burst: number, perSecond: number) {
  const bucket = new TokenBucket(burst, START);
  const wait = (now: number) => Math.ceil(bucket.wait(burst, perSecond, now));
  const take = (now: number, count = 1) => {
    const ms = wait(now);
    if (ms === 0) bucket.take(count);
    return ms;
  };
  return { wait, take, giveBack: () => bucket.giveBack(burst) };
}

test('a full bucket gives a burst, then one token per interval', () => {
  const { take } = bucketOf(5, 5);
  for (let i = 0; i < 5; i++) assert.equal(take(START), 0);
  assert.equal(take(START), 200);
  assert.equal(take(START + 199), 1);
  assert.equal(take(START + 200), 0);
});

test('a bucket never holds more than the burst', () => {
  const { take } = bucketOf(2, 1);
  const later = START + 3_600_000;
  assert.deepEqual(
    [1, 2, 3].map(() => take(later)),
    [0, 0, 1000],
  );
});

test('asking how long to wait takes no token', () => {
  const { wait, take } = bucketOf(1, 1);
  for (let i = 0; i < 3; i++) assert.equal(wait(START), 0);
  assert.equal(take(START), 0);
  assert.equal(wait(START), 1000);
});

test('taking more tokens than there are makes the next caller wait for all of them', () => {
  const { take } = bucketOf(2, 1);
  assert.equal(take(START, 5), 0);
  assert.equal(take(START), 4000);
});

test('a token that is given back can be taken again, and the bucket says when it is full', () => {
  const { take, giveBack } = bucketOf(2, 1);
  assert.equal(take(START, 2), 0);
  assert.equal(giveBack(), false);
  assert.equal(take(START), 0);
  assert.equal(giveBack(), false);
  assert.equal(giveBack(), true);
  assert.equal(giveBack(), true);
});

test('a new rate applies from the next call on', () => {
  const bucket = new TokenBucket(1, START);
  bucket.take();
  assert.equal(bucket.wait(1, 1, START), 1000);
  assert.equal(bucket.wait(1, 10, START), 100);
});

test('a clock that jumps back neither freezes the bucket nor fills it', () => {
  const { take } = bucketOf(1, 1);
  assert.equal(take(START), 0);
  assert.equal(take(0), 1000);
  assert.equal(take(1000), 0);
});

test('over any period no more tokens are given than the rate plus one burst', () => {
  const steps = fc.array(fc.nat(400), { maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), steps, (perSecond, waits) => {
      const { take } = bucketOf(perSecond, perSecond);
      let elapsed = 0;
      let taken = 0;
      for (const wait of waits) {
        elapsed += wait;
        if (take(START + elapsed) === 0) taken++;
        assert.ok(taken <= perSecond + (elapsed / 1000) * perSecond + 1e-6);
      }
    }),
  );
});

test('a caller that waits as long as told gets a token', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 500, noNaN: true }), (perSecond) => {
      const { take } = bucketOf(Math.max(1, perSecond), perSecond);
      let wait = 0;
      while (wait === 0) wait = take(START);
      assert.equal(take(START + wait), 0);
    }),
  );
});
