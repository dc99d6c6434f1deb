import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_RETRY_AFTER_MS, RETRY_TABLE, readRetryAfter, waitAfterAttempts } from './retry.ts';

const least = () => 0;
const most = () => 1;

test('attempts follow the table of Standard Webhooks, later by at most a fifth, and end after the last', () => {
  const hours = [0, 5 / 3600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24];
  assert.deepEqual(
    RETRY_TABLE.map((wait) => wait / 3_600_000),
    hours,
  );
  for (const [attempts, wait] of RETRY_TABLE.entries()) {
    assert.equal(waitAfterAttempts(attempts, null, least), wait);
    assert.equal(waitAfterAttempts(attempts, null, most), Math.round(wait * 1.2));
  }
  assert.equal(waitAfterAttempts(RETRY_TABLE.length, null), null);
});

test('a receiver can ask for a longer wait, up to a day, and not for a shorter one', () => {
  assert.equal(waitAfterAttempts(1, 60_000, least), 60_000);
  assert.equal(waitAfterAttempts(2, 1000, least), RETRY_TABLE[2]);
  assert.equal(waitAfterAttempts(1, Number.MAX_SAFE_INTEGER, least), MAX_RETRY_AFTER_MS);
});

test('`retry-after` is a number of seconds or a date; anything else is ignored', () => {
  const now = Date.parse('2026-05-01T00:00:00Z');
  assert.equal(readRetryAfter('120', now), 120_000);
  assert.equal(readRetryAfter('Fri, 01 May 2026 00:01:00 GMT', now), 60_000);
  for (const none of [undefined, '', 'soon', '-5', 'Thu, 30 Apr 2026 00:00:00 GMT'])
    assert.equal(readRetryAfter(none, now), null);
});
