import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addressKey, userKeyOf } from './user-key.ts';

const byEmail = (email: string) => userKeyOf({ userId: null, email });

test('an address names one user in any case, form and white space', () => {
  for (const email of [
    ' Jane@Example.com ',
    'jane@example.com',
    '\tJANE@EXAMPLE.COM\n',
    '\u00a0Jane@example.com\ufeff',
  ])
    assert.equal(byEmail(email), 'jane@example.com');
  for (const email of ['JOSÉ@example.com', 'jose\u0301@example.com', 'JOSE\u0301@example.com'])
    assert.equal(byEmail(email), 'josé@example.com');
  // There is no capital J with a caron in one character, but there is a small one.
  assert.equal(byEmail('J\u030c@example.com'), byEmail('\u01f0@example.com'));
});

test('addresses that only look alike are two', () => {
  assert.notEqual(byEmail('ﬁ@example.com'), byEmail('fi@example.com'));
  assert.notEqual(byEmail('straße@example.com'), byEmail('strasse@example.com'));
});

test('an id names a user as it is', () => {
  for (const userId of ['Jane', ' jane', 'jose\u0301'])
    assert.equal(userKeyOf({ userId, email: 'a@example.com' }), userId);
  assert.equal(userKeyOf({ userId: null, email: null }), null);
});

test('the key of an address is its own key, whatever the address is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (email) => {
      const key = addressKey(email);
      assert.equal(addressKey(key), key);
      assert.equal(addressKey(` ${email.normalize('NFD')}\n`), key);
    }),
    { numRuns: 2000 },
  );
});
