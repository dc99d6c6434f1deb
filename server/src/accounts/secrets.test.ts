import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashSecret, hintOf, isWellFormedSecret, newId, newSecret } from './secrets.ts';

test('a new secret has its prefix, and its checksum distinguishes it from a look-alike', () => {
  for (const prefix of ['pk', 'sk', 'rt'] as const) {
    const secret = newSecret(prefix);
    assert.match(secret, new RegExp(`^${prefix}_[0-9A-Za-z]{36}$`));
    assert.ok(isWellFormedSecret(secret));
    for (let i = 0; i < secret.length; i++) {
      const other = secret[i] === 'a' ? 'b' : 'a';
      assert.equal(isWellFormedSecret(`${secret.slice(0, i)}${other}${secret.slice(i + 1)}`), false);
    }
  }
});

test('other strings are not well-formed secrets', () => {
  const secret = newSecret('sk');
  for (const text of [
    '',
    'sk_',
    secret.slice(0, -1),
    `${secret}0`,
    ` ${secret}`,
    `${secret}\n`,
    secret.toUpperCase(),
  ]) {
    assert.equal(isWellFormedSecret(text), false);
  }
});

test('secrets and ids are unique', () => {
  assert.equal(new Set(Array.from({ length: 1000 }, () => newSecret('sk'))).size, 1000);
  assert.equal(new Set(Array.from({ length: 1000 }, () => newId('key'))).size, 1000);
});

test('a secret is hashed with SHA-256', () => {
  assert.equal(hashSecret('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('a hint shows the end of a long secret and nothing of a short one', () => {
  assert.equal(hintOf('sk_0123456789'), '6789');
  assert.equal(hintOf('hunter2'), '');
});
