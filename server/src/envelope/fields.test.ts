import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readEmail, readFlag, readMinutes, readText, readUserId } from './fields.ts';
import { Notes } from './notes.ts';
import { addressKey } from './user-key.ts';

/** The value that was read, and the codes of the notes. */
function reading<T>(read: (notes: Notes) => T) {
  const notes = new Notes();
  const value = read(notes);
  return { value, issues: codes(notes.issues), warnings: codes(notes.warnings) };
}

function codes(notes: readonly { code: string }[]): string[] {
  return notes.map(({ code }) => code);
}

const text = (value: unknown, max = 256) => reading((notes) => readText(value, 'session', max, notes));
const userId = (value: unknown) => reading((notes) => readUserId(value, 'user.userId', 256, notes));
const email = (value: unknown) => reading((notes) => readEmail(value, 'user.email', 256, notes));
const flag = (value: unknown) => reading((notes) => readFlag(value, 'user.isAuthenticated', notes));
const minutes = (value: unknown) => reading((notes) => readMinutes(value, 'sessionTimeout', notes));

const clean = { issues: [], warnings: [] };

test('a name is any printable string of 1 to 256 characters', () => {
  for (const value of [
    'a',
    'jane@example.com',
    '6f1c-4a',
    'Jürgen Müller',
    '名前',
    '👩‍👩‍👧',
    ' ',
    'x'.repeat(256),
  ]) {
    assert.deepEqual(text(value), { value, ...clean });
  }
});

test('length is counted in code points, not in UTF-16 code units', () => {
  assert.deepEqual(text('😀'.repeat(256)), { value: '😀'.repeat(256), ...clean });
  assert.deepEqual(text('😀'.repeat(257)).warnings, ['shortened']);
});

test('names longer than 256 characters are cut with a warning and remain distinct', () => {
  const values = [257, 513, 5_000_000].map((length) => {
    const { value, issues, warnings } = text('x'.repeat(length));
    assert.deepEqual([value?.length, issues, warnings], [256, [], ['shortened']]);
    return value;
  });
  assert.equal(new Set(values).size, 3);
  assert.deepEqual(text(`${'x'.repeat(300)}\u0000`), {
    value: null,
    issues: ['not_printable'],
    warnings: [],
  });
});

test('an email address is trimmed and otherwise unchanged', () => {
  assert.deepEqual(email(' Jane@Example.com\r\n'), {
    value: 'Jane@Example.com',
    issues: [],
    warnings: ['trimmed'],
  });
  for (const value of ['Jane@Example.com', 'jose\u0301@example.com'])
    assert.deepEqual(email(value), { value, ...clean });
  assert.deepEqual(email('jane\n@example.com'), { value: null, issues: ['not_printable'], warnings: [] });
  assert.deepEqual(email(7), { value: '7', issues: [], warnings: ['number_as_string'] });
});

test('an email address whose key exceeds 256 characters is cut, to the same value in upper and lower case', () => {
  assert.deepEqual(email(` ${'x'.repeat(256)} `), {
    value: 'x'.repeat(256),
    issues: [],
    warnings: ['trimmed'],
  });
  // In lower case, this one character becomes two.
  assert.deepEqual(email('İ'.repeat(128)), { value: 'İ'.repeat(128), ...clean });
  const { value, issues, warnings } = email('İ'.repeat(129));
  assert.deepEqual([Array.from(value ?? '').length, issues, warnings], [256, [], ['shortened']]);
  const long = `${'x'.repeat(300)}@example.com`;
  assert.equal(email(long).value, email(long.toUpperCase()).value);
  assert.equal(addressKey(email(long).value ?? ''), email(long).value);
  assert.notEqual(email(long).value, email(`x${long}`).value);
});

test('a user id is unchanged, and one of white space counts as absent', () => {
  for (const value of [' 42', 'Jane ', 'a b']) assert.deepEqual(userId(value), { value, ...clean });
  for (const read of [userId, email])
    assert.deepEqual(read(' \t\u00a0'), { value: null, issues: [], warnings: ['blank'] });
});

test('null and the empty string count as absent', () => {
  for (const value of [undefined, null, '']) assert.deepEqual(text(value), { value: null, ...clean });
});

test('a number is read as a string, with a warning', () => {
  assert.deepEqual(text(42), { value: '42', issues: [], warnings: ['number_as_string'] });
  assert.deepEqual(text(-1.5), { value: '-1.5', issues: [], warnings: ['number_as_string'] });
  assert.deepEqual(text(0), { value: '0', issues: [], warnings: ['number_as_string'] });
});

test('a number that JSON cannot represent exactly is refused, since two users would become one', () => {
  const refused = { value: null, issues: ['inexact_number'], warnings: [] };
  assert.deepEqual(text(JSON.parse('12345678901234567890')), refused);
  assert.deepEqual(text(JSON.parse('1e400')), refused);
  assert.equal(text(Number.MAX_SAFE_INTEGER).value, '9007199254740991');
});

test('control characters and lone surrogates are not printable', () => {
  for (const value of ['a\u0000b', 'a\nb', '\u007f', '\u0085', 'a\ud800', '\udc00']) {
    assert.deepEqual(text(value), { value: null, issues: ['not_printable'], warnings: [] });
  }
});

test('a value that is neither string nor number has the wrong type', () => {
  for (const value of [true, {}, [], ['a']]) {
    assert.deepEqual(text(value), { value: null, issues: ['invalid_type'], warnings: [] });
  }
});

test('flags are 1 and 0; true, false, "1" and "0" are accepted with a warning', () => {
  assert.deepEqual(flag(1), { value: true, ...clean });
  assert.deepEqual(flag(0), { value: false, ...clean });
  for (const value of [true, '1']) {
    assert.deepEqual(flag(value), { value: true, issues: [], warnings: ['read_as_1'] });
  }
  for (const value of [false, '0']) {
    assert.deepEqual(flag(value), { value: false, issues: [], warnings: ['read_as_0'] });
  }
  for (const value of [undefined, null, '']) assert.deepEqual(flag(value), { value: null, ...clean });
  for (const value of [2, -1, 'yes', 'true', {}, []]) assert.deepEqual(flag(value).issues, ['invalid_value']);
});

test('minutes are a positive number; digits in a string are accepted with a warning', () => {
  for (const value of [1, 10, 0.5, 1440]) assert.deepEqual(minutes(value), { value, ...clean });
  assert.deepEqual(minutes('10'), { value: 10, issues: [], warnings: ['string_as_number'] });
  assert.deepEqual(minutes(' 2.5 '), { value: 2.5, issues: [], warnings: ['string_as_number'] });
  for (const value of [undefined, null, '']) assert.deepEqual(minutes(value), { value: null, ...clean });
});

test('any other number of minutes is refused', () => {
  for (const value of [0, -1, 1e9, Number.POSITIVE_INFINITY, 'ten', '-5', '1e3', true, {}, []]) {
    assert.deepEqual(minutes(value).issues, ['invalid_value']);
    assert.equal(minutes(value).value, null);
  }
  assert.deepEqual(minutes('0').issues, ['invalid_value']);
});

test('reading any value gives a value, null or an issue, and never throws', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const result of [text(value), flag(value), minutes(value)]) {
        if (result.issues.length > 0) assert.equal(result.value, null);
        assert.ok(result.issues.length <= 1);
      }
    }),
  );
});
