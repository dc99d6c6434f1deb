import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headOf } from '../../test/support/interactions.ts';
import { derivedId } from '../envelope/uuid.ts';
import { Duplicates } from './duplicates.ts';
import { Pending } from './pending.ts';

const ID = derivedId('a', 'b');

function duplicates(stored: (id: string) => Promise<string | null>, shared = false) {
  const pending = new Pending();
  const asked: string[] = [];
  const found = new Duplicates({
    pending,
    shared,
    stored: (id) => {
      asked.push(id);
      return stored(id);
    },
  });
  return { pending, duplicates: found, asked };
}

async function never(): Promise<string | null> {
  throw new Error('the store does not answer');
}

test('an unknown id is new, synchronously and without querying the store', () => {
  const { duplicates: found, asked } = duplicates(never);
  found.known.complete();
  assert.equal(found.check(ID), 'new');
  assert.deepEqual(asked, []);
});

test('an id that waits in the journal is a duplicate, synchronously', () => {
  const { duplicates: found, pending } = duplicates(never);
  pending.add(headOf({ id: ID }), { segment: 1, offset: 0 });
  assert.deepEqual(found.check(ID), { fingerprint: '' });
});

test('an id that may be in the store is looked up there', async () => {
  const { duplicates: found, asked } = duplicates(async () => 'f');
  found.known.complete();
  found.known.add(ID);
  assert.deepEqual(await found.check(ID), { fingerprint: 'f' });
  assert.deepEqual(asked, [ID]);
});

test('an id that the store does not have is unverified: the answer may be outdated, so the drain checks again', async () => {
  const { duplicates: found } = duplicates(async () => null);
  assert.equal(await found.check(ID), 'unverified');
});

test('an identical payload that arrives during the lookup makes this one a duplicate', async () => {
  const { duplicates: found, pending } = duplicates(async () => null);
  const verdict = found.check(ID);
  pending.add(headOf({ id: ID }), { segment: 1, offset: 0 });
  assert.deepEqual(await verdict, { fingerprint: '' });
});

test('if the store does not answer, the drain decides', async () => {
  const { duplicates: found, pending } = duplicates(never);
  assert.equal(await found.check(ID), 'unverified');
  const verdict = found.check(ID);
  pending.add(headOf({ id: ID }), { segment: 1, offset: 0 });
  assert.deepEqual(await verdict, { fingerprint: '' });
});

test('with several nodes, an id is unverified until the store is asked', () => {
  const { duplicates: found } = duplicates(never, true);
  found.known.complete();
  assert.equal(found.check(ID), 'unverified');
});

test('a recently stored id is a duplicate without a lookup, even while the store is down', () => {
  const { duplicates: found, asked } = duplicates(never);
  found.known.complete();
  found.known.add(ID);
  found.remember(ID, 'f');
  assert.deepEqual(found.check(ID), { fingerprint: 'f' });
  assert.deepEqual(asked, []);
});
