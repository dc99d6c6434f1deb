import assert from 'node:assert/strict';
import { it } from 'node:test';
import { headOf, recordOf } from './support/interactions.ts';
import { testStore } from './support/test-store.ts';

it('finds rows of the same receipt, but not those of another receipt of the same interaction', async (test) => {
  const { store } = await testStore(test);
  const at = Date.UTC(2025, 0, 10, 12);
  const body = Buffer.from('{}');
  const idOf = (n: number) => `00000000-0000-8000-8000-00000000000${n}`;
  const headAt = (n: number, receivedAt: number, appId = 'app_1') =>
    headOf({ id: idOf(n), appId, receivedAt });
  const received = (...head: Parameters<typeof headAt>) => {
    const { id, appId, receivedAt, envelope } = headAt(...head);
    return { id, appId, receivedAt, requestedAt: envelope.requestedAt, node: 'one' };
  };
  const heads = [
    headAt(6, at),
    headAt(7, at),
    headAt(1, at),
    headAt(2, at + 1),
    headAt(3, at, 'app_2'),
    headAt(4, at + 90_000_000),
  ];
  await store.insertInteractions(
    heads.map((head, i) => ({
      record: recordOf(head),
      request: body,
      response: body,
      // Another node, an unknown one, this one.
      node: ['two', '', 'one'][Math.min(i, 2)] ?? '',
    })),
    'receipts',
  );
  assert.deepEqual(
    await store.sameReceipts([
      received(1, at),
      received(2, at),
      received(3, at, 'app_2'),
      received(4, at + 90_000_000),
      received(5, at),
      received(6, at),
      received(7, at),
    ]),
    new Set([idOf(1), idOf(3), idOf(4), idOf(7)]),
  );
  assert.deepEqual(await store.sameReceipts([]), new Set());
});

it('returns the fingerprint of an interaction, an empty one, or null for an unknown id', async (test) => {
  const { store } = await testStore(test);
  const body = Buffer.from('{}');
  const idOf = (n: number) => `00000000-0000-8000-8000-00000000000${n}`;
  const rowOf = (n: number) => ({ record: recordOf(headOf({ id: idOf(n) })), request: body, response: body });
  await store.insertInteractions(
    [{ ...rowOf(1), fingerprint: '0123456789abcdef' }, rowOf(2)],
    'fingerprints',
  );
  const found = await Promise.all([1, 2, 3].map((n) => store.fingerprint(idOf(n), 60_000)));
  assert.deepEqual(found, ['0123456789abcdef', '', null]);
});
