import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addressKey, userKeyOf } from './user-key.ts';

const byEmail = (email: string) => userKeyOf({ userId: null, email });

test('an email address is one user in any case, Unicode form and surrounding white space', () => {
  for (const email of [
    ' Jane@Example.com ',
    'jane@example.com',
    '\tJANE@EXAMPLE.COM\n',
    '\u00a0Jane@example.com\ufeff',
  ])
    assert.equal(byEmail(email), 'jane@example.com');
  for (const email of ['JOSÉ@example.com', 'jose\u0301@example.com', 'JOSE\u0301@example.com'])
    assert.equal(byEmail(email), 'josé@example.com');
  // A small J with a caron is one character; a capital one is two.
  assert.equal(byEmail('J\u030c@example.com'), byEmail('\u01f0@example.com'));
});

test('email addresses that only look alike are different users', () => {
  assert.notEqual(byEmail('ﬁ@example.com'), byEmail('fi@example.com'));
  assert.notEqual(byEmail('straße@example.com'), byEmail('strasse@example.com'));
});

test('a user id is its own key', () => {
  for (const userId of ['Jane', ' jane', 'jose\u0301'])
    assert.equal(userKeyOf({ userId, email: 'a@example.com' }), userId);
  assert.equal(userKeyOf({ userId: null, email: null }), null);
});

test('the key of a key is the key itself, for any email address', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (email) => {
      const key = addressKey(email);
      assert.equal(addressKey(key), key);
      assert.equal(addressKey(` ${email.normalize('NFD')}\n`), key);
    }),
    { numRuns: 2000 },
  );
});
