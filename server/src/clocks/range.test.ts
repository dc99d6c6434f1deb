import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rangeOf } from './range.ts';

test('the default range is the last 30 days, up to the end of the current quarter of an hour', () => {
  const now = Date.parse('2026-11-15T10:07:00Z');
  assert.deepEqual(rangeOf({}, now), {
    from: Date.parse('2026-10-16T10:15:00Z'),
    to: Date.parse('2026-11-15T10:15:00Z'),
  });
});
