import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeCursor, decodeUuidCursor, encodeCursor, InvalidCursor } from './cursor.ts';

const INT64 = ['-9223372036854775808', '-1', '0', '9223372036854775807'];

test('a cursor decodes to exactly the number and id that it was made of', () => {
  for (const value of INT64) {
    for (const id of ['a', ' a  b ', '5 6', '\n', '𝄞'.repeat(256)]) {
      assert.deepEqual(decodeCursor(encodeCursor({ order: 'x', value, id }), 'x'), { order: 'x', value, id });
    }
  }
});

test('a cursor of another order is refused with that reason', () => {
  const cursor = encodeCursor({ order: 'costUsd_desc', value: 1, id: 'a' });
  assert.throws(
    () => decodeCursor(cursor, 'costUsd_asc'),
    (error) => error instanceof InvalidCursor && /another order/.test(JSON.stringify(error.details)),
  );
});

test('a cursor that no list returned is refused', () => {
  const wrong = [
    '',
    'x',
    'x 1',
    'x 1 ',
    'y 1 a',
    'x 1.5 a',
    'x 9223372036854775808 a',
    'x 12345678901234567890 a',
  ];
  for (const text of wrong) {
    assert.throws(() => decodeCursor(Buffer.from(text).toString('base64url'), 'x'), InvalidCursor, text);
  }
  assert.throws(() => decodeUuidCursor(encodeCursor({ order: 'x', value: 1, id: 'a' }), 'x'), InvalidCursor);
});
