import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { testMetadata } from '../../test/support/metadata.ts';
import {
  countLateParts,
  dueLateParts,
  forgetLateParts,
  giveUpLateParts,
  hasDueParts,
  hasFailedParts,
  keepLateParts,
  type LatePart,
  postponeLateParts,
  readLateParts,
} from './late-parts.ts';

const NOW = Date.UTC(2026, 0, 10);
const HOUR = 3_600_000;
const NO_LIMIT = { before: 0, parts: 1_000_000, bytes: 1_000_000_000 };

const part = (id: string, changes: Partial<LatePart> = {}): LatePart => ({
  id,
  appId: 'app_1',
  receivedAt: NOW,
  request: Buffer.from('{}'),
  response: Buffer.from(`{"logs":["${id}"]}`),
  ...changes,
});

async function kept(t: TestContext, parts: readonly LatePart[]) {
  const { db } = await testMetadata(t);
  await db.transaction().execute((tx) => keepLateParts(tx, parts));
  const due = async (now: number, limit = 1000) =>
    (await dueLateParts(db, now, limit)).map(({ id, looks }) => `${id}:${looks}`);
  return { db, due };
}

test('a part is due at once, and again when it was said to be; what was looked at least often comes first', async (t) => {
  const { db, due } = await kept(t, [part('a'), part('b', { receivedAt: NOW + 1 })]);
  assert.deepEqual(await due(NOW), ['b:0', 'a:0']);
  const [b] = await dueLateParts(db, NOW, 1);
  assert.ok(b);
  await postponeLateParts(db, [b], (looks) => NOW + looks * HOUR, { failed: false });
  assert.deepEqual(await due(NOW), ['a:0']);
  assert.deepEqual(await due(NOW + HOUR), ['a:0', 'b:1']);
  assert.equal(await hasDueParts(db, NOW), true);
  assert.equal(await hasFailedParts(db), false);
  await postponeLateParts(db, await dueLateParts(db, NOW, 10), () => NOW + 5 * HOUR, { failed: true });
  assert.deepEqual([await hasDueParts(db, NOW), await hasFailedParts(db)], [false, true]);
  assert.deepEqual(
    (await dueLateParts(db, NOW + 9 * HOUR, 10)).map(({ id, failures }) => [id, failures]),
    [
      ['b', 0],
      ['a', 1],
    ],
  );
});

test('an application with many does not hold up the others', async (t) => {
  const many = Array.from({ length: 50 }, (_, n) => part(`many-${n}`, { receivedAt: NOW + n }));
  const { due } = await kept(t, [...many, part('few', { appId: 'app_2', receivedAt: NOW - HOUR })]);
  assert.ok((await due(NOW, 2)).includes('few:0'));
});

test('parts of one call with the same content as those of another are told apart', async (t) => {
  const same = { response: Buffer.from('{"logs":["same"]}') };
  const { db } = await kept(t, [part('a', same), part('b', same), part('a')]);
  const [one] = (await readLateParts(db, ['a'])).filter(({ response }) => response.includes('same'));
  assert.ok(one);
  await forgetLateParts(db, [one]);
  const left = await readLateParts(db, ['a', 'b']);
  assert.deepEqual(left.map(({ id, response }) => `${id} ${response}`).toSorted(), [
    'a {"logs":["a"]}',
    'b {"logs":["same"]}',
  ]);
});

test('what is too old, and what an application has too much of, is given up and counted, the oldest first', async (t) => {
  const large = Buffer.from(`{"logs":["${'x'.repeat(1000)}"]}`);
  const { db } = await kept(t, [
    ...[0, 1, 2, 3, 4].map((n) => part(`a${n}`, { receivedAt: NOW + n })),
    ...[0, 1, 2].map((n) => part(`b${n}`, { appId: 'app_2', receivedAt: NOW + n, response: large })),
    part('old', { appId: 'app_3', receivedAt: NOW - 25 * HOUR }),
  ]);
  const inTime = { ...NO_LIMIT, before: NOW - 24 * HOUR };
  assert.equal(await giveUpLateParts(db, NO_LIMIT), 0);
  assert.equal(await giveUpLateParts(db, inTime), 0, 'nobody has looked for its call yet');
  await postponeLateParts(db, await dueLateParts(db, NOW, 100), () => 0, { failed: false });
  assert.equal(await giveUpLateParts(db, inTime), 1);
  assert.equal(await giveUpLateParts(db, { ...NO_LIMIT, parts: 3 }), 2);
  assert.equal(await giveUpLateParts(db, { ...NO_LIMIT, bytes: 2100 }), 1);
  assert.equal(await giveUpLateParts(db, { before: NOW - 24 * HOUR, parts: 3, bytes: 2100 }), 0);
  const left = await dueLateParts(db, NOW, 100);
  assert.deepEqual(left.map(({ id }) => id).toSorted(), ['a2', 'a3', 'a4', 'b1', 'b2']);
  assert.equal(await countLateParts(db), 5);
});

test('parts of a call are read in the order in which they came', async (t) => {
  const parts = Array.from({ length: 20 }, (_, i) =>
    part('call', { receivedAt: NOW + i, response: Buffer.from(`{"logs":["${i}"]}`) }),
  );
  const { db } = await kept(t, parts.toReversed());
  assert.deepEqual(
    (await readLateParts(db, ['call'])).map(({ receivedAt }) => receivedAt),
    parts.map(({ receivedAt }) => receivedAt),
  );
});
