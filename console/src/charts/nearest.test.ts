import assert from 'node:assert/strict';
import { it } from 'node:test';
import { nearest } from './nearest.ts';

const line = (name: string, ...values: (number | null)[]) => ({ name, color: '', values });
const SERIES = [line('p50', 20, null), line('p95', 60, 90)];
const y = (value: number) => 100 - value;

it('the nearest line is picked, if it is near enough', () => {
  assert.equal(nearest(SERIES, 0, 78, y), 'p50');
  assert.equal(nearest(SERIES, 0, 45, y), 'p95');
  assert.equal(nearest(SERIES, 0, 5, y), null);
  // A series without a value there is not picked.
  assert.equal(nearest(SERIES, 1, 20, y), 'p95');
  assert.equal(nearest(SERIES, 2, 20, y), null);
});
