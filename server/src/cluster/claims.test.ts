import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testMetadata } from '../../test/support/metadata.ts';
import { takeClaims } from './claims.ts';
import { addToLedger } from './ledger.ts';
import { listNodes, NODE_GONE_MS, othersHaveDrained, sendHeartbeat } from './nodes.ts';

const sign = (name: string, more = {}) => ({
  name,
  version: '1',
  startedAt: 1,
  waiting: 0,
  lagMs: 0,
  ...more,
});
const ids = (...numbers: number[]) =>
  numbers.map((n) => `00000000-0000-8000-8000-${String(n).padStart(12, '0')}`);

test('a node claims all ids of its batch or none, and an id has one claim at a time', async (t) => {
  const { db } = await testMetadata(t);
  for (const name of ['a', 'b']) await sendHeartbeat(db, sign(name));
  assert.equal(await takeClaims(db, 'a', ids(1, 2)), true);
  assert.equal(await takeClaims(db, 'a', ids(2, 1)), true, 'a repeat of the same');
  assert.equal(await takeClaims(db, 'b', ids(2, 3)), false);
  assert.equal(await takeClaims(db, 'b', ids(3)), true, 'the failed attempt left no claim');
  await addToLedger(db, 'a', [], { segment: 1, offset: 1 });
  assert.equal(await takeClaims(db, 'b', ids(1, 2)), true, 'counting releases them');
  assert.equal(await takeClaims(db, 'a', []), true);
});

test('of many concurrent claims for an id, one succeeds', async (t) => {
  const { db } = await testMetadata(t);
  const names = Array.from({ length: 8 }, (_, i) => `node${i}`);
  for (const name of names) await sendHeartbeat(db, sign(name));
  const wanted = ids(...Array.from({ length: 200 }, (_, i) => i));
  const got = await Promise.all(names.map((name) => takeClaims(db, name, wanted.toReversed())));
  assert.equal(got.filter(Boolean).length, 1);
});

test('the claims of a node that is gone expire', async (t) => {
  const { db } = await testMetadata(t);
  for (const name of ['a', 'b']) await sendHeartbeat(db, sign(name));
  assert.equal(await takeClaims(db, 'a', ids(1)), true);
  const [{ seenAt = 0 } = {}] = await listNodes(db);
  await db
    .updateTable('node')
    .set({ seen_at: seenAt - NODE_GONE_MS + 10_000 })
    .where('name', '=', 'a')
    .execute();
  assert.equal(await takeClaims(db, 'b', ids(1)), false);
  await db
    .updateTable('node')
    .set({ seen_at: seenAt - NODE_GONE_MS - 1000 })
    .where('name', '=', 'a')
    .execute();
  assert.equal(await takeClaims(db, 'b', ids(1)), true);
});

test('nodes are waited for while they are alive and have older frames', async (t) => {
  const { db } = await testMetadata(t);
  await sendHeartbeat(db, sign('a'));
  assert.equal(await othersHaveDrained(db, 'a', 0), true, 'there is no other node');
  await sendHeartbeat(db, sign('b', { waiting: 3, lagMs: 60_000 }));
  assert.equal(await othersHaveDrained(db, 'a', 30_000), false, 'it has older frames');
  assert.equal(await othersHaveDrained(db, 'a', 120_000), true, 'all its frames are newer');
  await sendHeartbeat(db, sign('b'));
  assert.equal(await othersHaveDrained(db, 'a', 30_000), true);
  await db
    .updateTable('node')
    .set((row) => ({ seen_at: row('seen_at', '-', 60_000) }))
    .where('name', '=', 'b')
    .execute();
  assert.equal(await othersHaveDrained(db, 'a', 30_000), false, 'it has sent no heartbeat since');
  await db
    .updateTable('node')
    .set((row) => ({ seen_at: row('seen_at', '-', NODE_GONE_MS) }))
    .where('name', '=', 'b')
    .execute();
  assert.equal(await othersHaveDrained(db, 'a', 30_000), true, 'it is gone');
  assert.deepEqual(
    (await listNodes(db)).map(({ name, isUp }) => [name, isUp]),
    [
      ['a', true],
      ['b', false],
    ],
  );
});
