import assert from 'node:assert/strict';
import { it } from 'node:test';
import { nearest } from './nearest.ts';

const line = (name: string, ...values: (number | null)[]) => ({ name, color: '', values });
const SERIES = [line('p50', 20, null), line('p95', 60, 90)];
const y = (value: number) => 100 - value;

it('the line that is pointed at is the nearest one, if it is near', () => {
  assert.equal(nearest(SERIES, 0, 78, y), 'p50');
  assert.equal(nearest(SERIES, 0, 45, y), 'p95');
  assert.equal(nearest(SERIES, 0, 5, y), null);
  // One that has no value there is not near.
  assert.equal(nearest(SERIES, 1, 20, y), 'p95');
  assert.equal(nearest(SERIES, 2, 20, y), null);
});
