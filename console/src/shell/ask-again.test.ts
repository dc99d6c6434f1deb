import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../api/call.ts';
import { hasFailed, wasOnlySlow } from './ask-again.ts';

const failed = (changes: object = {}) => ({
  state: {
    status: 'error' as const,
    data: undefined,
    error: new Refusal(0, 'timeout', 'No answer within 8 seconds.'),
    errorUpdateCount: 1,
    fetchStatus: 'idle' as const,
    ...changes,
  },
});

test('a query that timed out is retried, at most three times', () => {
  assert.equal(wasOnlySlow(failed()), true);
  assert.equal(wasOnlySlow(failed({ errorUpdateCount: 3 })), false);
  assert.equal(wasOnlySlow(failed({ fetchStatus: 'fetching' })), false);
  assert.equal(wasOnlySlow(failed({ error: new Refusal(422, 'invalid_query', 'No such filter.') })), false);
});

test('failed queries are retried when the store is back, except for lists with loaded pages', () => {
  assert.equal(hasFailed(failed({ error: new Error() })), true);
  assert.equal(hasFailed(failed({ status: 'success' })), false);
  assert.equal(hasFailed(failed({ data: { pages: [] } })), false);
});
