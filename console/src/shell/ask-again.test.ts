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

test('what a busy store was too slow for is asked again, three times at most', () => {
  assert.equal(wasOnlySlow(failed()), true);
  assert.equal(wasOnlySlow(failed({ errorUpdateCount: 3 })), false);
  assert.equal(wasOnlySlow(failed({ fetchStatus: 'fetching' })), false);
  assert.equal(wasOnlySlow(failed({ error: new Refusal(422, 'invalid_query', 'No such filter.') })), false);
});

test('of a store that is back everything is asked again, but for lists that go on where they are read', () => {
  assert.equal(hasFailed(failed({ error: new Error() })), true);
  assert.equal(hasFailed(failed({ status: 'success' })), false);
  assert.equal(hasFailed(failed({ data: { pages: [] } })), false);
});
