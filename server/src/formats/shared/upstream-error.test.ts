import assert from 'node:assert/strict';
import { test } from 'node:test';
import { upstreamError } from './upstream-error.ts';

test('the HTTP status is the error code when the body has none', () => {
  const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  assert.deepEqual(upstreamError({ ...overloaded, httpStatus: 529 }, false), {
    type: 'overloaded_error',
    code: '529',
    message: 'Overloaded',
  });
  const quota = { error: { type: 'quota', code: 'insufficient_quota', message: 'Pay' }, httpStatus: 429 };
  assert.equal(upstreamError(quota, false)?.code, 'insufficient_quota');
  assert.equal(
    upstreamError({ name: 'ThrottlingException', message: 'Slow', httpStatus: 429 }, false)?.code,
    '429',
  );
});

test('an error without details has its status as code, and an answer has no error', () => {
  assert.deepEqual(upstreamError({ errors: ['Oops'], httpStatus: 500 }, false), {
    type: null,
    code: '500',
    message: null,
  });
  assert.equal(upstreamError({ httpStatus: 500 }, true), null);
  for (const httpStatus of [200, '500', null, Number.NaN])
    assert.equal(upstreamError({ httpStatus }, false), null);
});
