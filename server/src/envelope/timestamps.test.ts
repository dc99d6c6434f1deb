import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Notes } from './notes.ts';
import { readTimestamps } from './timestamps.ts';

const RECEIVED = Date.UTC(2025, 0, 10, 12);
const DAY = 86_400_000;

function read(value: unknown) {
  const notes = new Notes();
  const times = readTimestamps(value, RECEIVED, notes);
  return {
    ...times,
    issues: notes.issues.map(({ path, code }) => `${path} ${code}`),
    warnings: notes.warnings.map(({ path, code }) => `${path} ${code}`),
  };
}

function times(requestedAt: number, respondedAt: number, latencyMs: number | null, warnings: string[] = []) {
  return { requestedAt, respondedAt, latencyMs, issues: [], warnings };
}

test('the latency is the difference of both timestamps', () => {
  assert.deepEqual(
    read({ request: RECEIVED - 900, response: RECEIVED - 100 }),
    times(RECEIVED - 900, RECEIVED - 100, 800),
  );
});

test('without timestamps, the time of receipt is used and the latency is unknown', () => {
  for (const value of [undefined, null, {}, { request: null }, { request: '', response: null }]) {
    assert.deepEqual(read(value), times(RECEIVED, RECEIVED, null));
  }
});

test('a single timestamp is used for both, and the latency is unknown', () => {
  assert.deepEqual(read({ request: RECEIVED - 5 }), times(RECEIVED - 5, RECEIVED - 5, null));
  assert.deepEqual(read({ response: RECEIVED - 5 }), times(RECEIVED - 5, RECEIVED - 5, null));
});

test('a response before its request leaves the latency unknown, with a warning', () => {
  assert.deepEqual(
    read({ request: RECEIVED, response: RECEIVED - 1 }),
    times(RECEIVED, RECEIVED - 1, null, ['timestamps.response before_request']),
  );
  assert.deepEqual(read({ request: RECEIVED, response: RECEIVED }), times(RECEIVED, RECEIVED, 0));
});

test('a value that can only be in seconds is read as seconds, with a warning', () => {
  const seconds = Math.floor(RECEIVED / 1000);
  assert.deepEqual(
    read({ request: seconds - 2, response: seconds - 1.5 }),
    times(RECEIVED - 2000, RECEIVED - 1500, 500, [
      'timestamps.request seconds',
      'timestamps.response seconds',
    ]),
  );
});

test('fractions of a millisecond are truncated', () => {
  assert.deepEqual(
    read({ request: RECEIVED - 10.9, response: RECEIVED - 1.2 }),
    times(RECEIVED - 11, RECEIVED - 2, 9),
  );
});

test('digits in a string are read as a number, with a warning', () => {
  assert.deepEqual(
    read({ request: String(RECEIVED - 1) }),
    times(RECEIVED - 1, RECEIVED - 1, null, ['timestamps.request string_as_number']),
  );
});

test('before 2015 or more than a day ahead, the time of receipt is used, and the warning has the sent value', () => {
  const impossible = [0, -1, 12, Date.UTC(2014, 11, 31), RECEIVED + DAY + 1, RECEIVED * 1000, 1e300];
  for (const request of impossible) {
    assert.deepEqual(read({ request }), times(RECEIVED, RECEIVED, null, ['timestamps.request out_of_range']));
    const notes = new Notes();
    readTimestamps({ request }, RECEIVED, notes);
    assert.ok(notes.warnings[0]?.message.includes(` ${request},`));
  }
  assert.deepEqual(read({ request: RECEIVED + DAY }), times(RECEIVED + DAY, RECEIVED + DAY, null));
});

test('an implausible timestamp does not replace the other one', () => {
  assert.deepEqual(
    read({ request: 12, response: RECEIVED - 50 }),
    times(RECEIVED, RECEIVED - 50, null, ['timestamps.request out_of_range']),
  );
  assert.deepEqual(
    read({ request: RECEIVED - 50, response: 12 }),
    times(RECEIVED - 50, RECEIVED, null, ['timestamps.response out_of_range']),
  );
});

test('a value that is not a number of milliseconds is refused', () => {
  for (const request of ['2025-01-10T12:00:00Z', true, {}, [], 'now', Number.POSITIVE_INFINITY]) {
    assert.deepEqual(read({ request }).issues, ['timestamps.request invalid_type']);
  }
  for (const value of [5, 'x', true, [RECEIVED]])
    assert.deepEqual(read(value).issues, ['timestamps invalid_type']);
});

test('any timestamps yield integers that the store can hold and a latency that is not negative', () => {
  const time = fc.oneof(fc.jsonValue(), fc.double(), fc.maxSafeInteger());
  fc.assert(
    fc.property(time, time, (request, response) => {
      const { requestedAt, respondedAt, latencyMs } = read({ request, response });
      for (const at of [requestedAt, respondedAt]) {
        assert.ok(Number.isSafeInteger(at) && at >= Date.UTC(2015, 0, 1) && at <= RECEIVED + DAY);
      }
      assert.ok(latencyMs === null || latencyMs === respondedAt - requestedAt);
      assert.ok(latencyMs === null || latencyMs >= 0);
    }),
  );
});
