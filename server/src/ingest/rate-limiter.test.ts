import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RateLimiter } from './rate-limiter.ts';

test('a burst of one second is allowed, then one payload per interval', () => {
  const limiter = new RateLimiter();
  const now = 1_000_000;
  for (let i = 0; i < 5; i++) assert.equal(limiter.take('app', 5, now), 0);
  assert.equal(limiter.take('app', 5, now), 200);
  assert.equal(limiter.take('app', 5, now + 199), 1);
  assert.equal(limiter.take('app', 5, now + 200), 0);
});

test('applications do not share a bucket', () => {
  const limiter = new RateLimiter();
  assert.equal(limiter.take('a', 1, 0), 0);
  assert.ok(limiter.take('a', 1, 0) > 0);
  assert.equal(limiter.take('b', 1, 0), 0);
});

test('the rate may be less than one payload a second', () => {
  const limiter = new RateLimiter();
  assert.equal(limiter.take('app', 0.5, 0), 0);
  assert.equal(limiter.take('app', 0.5, 0), 2000);
  assert.equal(limiter.take('app', 0.5, 2000), 0);
});

test('a clock that jumps back neither freezes nor refills the bucket', () => {
  const limiter = new RateLimiter();
  assert.equal(limiter.take('app', 1, 1_000_000), 0);
  assert.equal(limiter.take('app', 1, 0), 1000);
  assert.equal(limiter.take('app', 1, 1000), 0);
});

test('over any period, no more is allowed than the rate plus one burst', () => {
  const steps = fc.array(fc.nat(400), { maxLength: 200 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), steps, (perSecond, waits) => {
      const limiter = new RateLimiter();
      let now = 0;
      let taken = 0;
      for (const wait of waits) {
        now += wait;
        if (limiter.take('app', perSecond, now) === 0) taken++;
        assert.ok(taken <= perSecond + (now / 1000) * perSecond + 1e-6);
      }
    }),
  );
});

test('a client that waits as long as it was told is allowed', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 500, noNaN: true }), fc.nat(100), (perSecond, start) => {
      const limiter = new RateLimiter();
      let wait = 0;
      while (wait === 0) wait = limiter.take('app', perSecond, start);
      assert.equal(limiter.take('app', perSecond, start + wait), 0);
    }),
  );
});
