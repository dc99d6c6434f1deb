import assert from 'node:assert/strict';
import { hash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import type { Kysely } from 'kysely';
import { testMetadata } from '../../test/support/metadata.ts';
import type { InteractionHead } from '../envelope/journal-entry.ts';
import { MetadataRow, readMetadata, withMetadataSnapshot, writeMetadata } from '../metadata/copy-metadata.ts';
import type { Tables } from '../metadata/tables.ts';
import {
  countLateParts,
  deletePartsOf,
  dropLateParts,
  dueLateParts,
  forgetLateParts,
  hasDueParts,
  hasFailedParts,
  keepLateParts,
  type LatePart,
  postponeLateParts,
  readLateParts,
  splitLateParts,
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

/** Each list of parts arrives separately. */
async function kept(t: TestContext, ...batches: readonly LatePart[][]) {
  const { db } = await testMetadata(t);
  for (const parts of batches) await db.transaction().execute((tx) => keepLateParts(tx, parts));
  const due = async (now: number, limit = 1000) =>
    (await dueLateParts(db, now, limit)).map(({ calls, looks }) => `${calls}:${looks}`);
  return { db, due };
}

test('a part is due at once and again when postponed, those with the fewest attempts first', async (t) => {
  const { db, due } = await kept(t, [part('a')], [part('b', { receivedAt: NOW + 1 })]);
  assert.deepEqual(await due(NOW), ['b:0', 'a:0']);
  const [b] = await dueLateParts(db, NOW, 1);
  assert.ok(b);
  await postponeLateParts(db, [b], (looks) => NOW + looks * HOUR);
  assert.deepEqual(await due(NOW), ['a:0']);
  assert.deepEqual(await due(NOW + HOUR), ['a:0', 'b:1']);
  assert.equal(await hasDueParts(db, NOW), true);
  assert.equal(await hasFailedParts(db), false);
  await splitLateParts(db, await dueLateParts(db, NOW, 10), () => NOW + 5 * HOUR);
  assert.deepEqual([await hasDueParts(db, NOW), await hasFailedParts(db)], [false, true]);
  assert.deepEqual(
    (await dueLateParts(db, NOW + 9 * HOUR, 10)).map(({ calls, failures }) => [...calls, failures]),
    [
      ['b', 0],
      ['a', 1],
    ],
  );
});

test('an application with many parts does not hold up the others', async (t) => {
  const many = Array.from({ length: 50 }, (_, n) => [part(`many-${n}`, { receivedAt: NOW + n })]);
  const { due } = await kept(t, ...many, [part('few', { appId: 'app_2', receivedAt: NOW - HOUR })]);
  assert.ok((await due(NOW, 2)).includes('few:0'));
});

test('parts with the same content belong to their own calls', async (t) => {
  const same = { response: Buffer.from('{"logs":["same"]}') };
  const { db } = await kept(t, [part('a', same), part('b', same)], [part('a')]);
  const [one] = (await readLateParts(db, ['a'])).filter(({ response }) => response.includes('same'));
  assert.ok(one);
  await forgetLateParts(db, [one, one]);
  await forgetLateParts(db, [one]);
  const left = await readLateParts(db, ['a', 'b']);
  assert.deepEqual(left.map(({ id, response }) => `${id} ${response}`).toSorted(), [
    'a {"logs":["a"]}',
    'b {"logs":["same"]}',
  ]);
  assert.equal(await countLateParts(db), 2);
  await forgetLateParts(db, left);
  assert.deepEqual(await rowsLeft(db), [0, 0]);
});

async function rowsLeft(db: Kysely<Tables>): Promise<number[]> {
  const tables = ['late_part', 'late_call'] as const;
  return Promise.all(tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length));
}

test('parts that failed together are split into four bundles, with all parts of a call in one', async (t) => {
  const calls = Array.from({ length: 100 }, (_, n) => `call-${n}`);
  const { db } = await kept(
    t,
    [...calls, ...calls].map((id, n) => part(id, { response: Buffer.from(`{"logs":[${n}]}`) })),
  );
  await forgetLateParts(db, await readLateParts(db, calls.slice(0, 20)));
  const whole = await dueLateParts(db, NOW, 1000);
  assert.deepEqual(
    whole.map(({ calls }) => calls.length),
    [80],
  );
  await splitLateParts(db, whole, () => NOW);
  const pieces = await dueLateParts(db, NOW, 1000);
  assert.deepEqual(
    pieces.map(({ calls, failures }) => [calls.length, failures]),
    Array(4).fill([20, 1]),
  );
  const parts = await readLateParts(db, calls);
  assert.deepEqual(
    parts.map(({ response }) => `${response}`).toSorted(),
    [...calls.keys()].flatMap((n) => (n < 20 ? [] : [`{"logs":[${n}]}`, `{"logs":[${n + 100}]}`])).toSorted(),
  );
  assert.deepEqual(await rowsLeft(db), [4, 80]);
});

test('10,000 parts of 250 bytes, of which 200 are the same, take less than 200 bytes each', async (t) => {
  const texts = Array.from({ length: 10_000 }, (_, n) => {
    const id = hash('sha256', `${n}`, 'hex').slice(0, 32);
    const text = JSON.stringify({
      resource: { attributes: ['x'.repeat(120)] },
      logRecord: { traceId: id, spanId: id.slice(16) },
    });
    return part(randomUUID(), { response: Buffer.from(`{"logs":[${text}]}`) });
  });
  const { db } = await kept(t, texts);
  const rows = await db.selectFrom('late_part').selectAll().execute();
  const bytes = rows.reduce((sum, { calls, body }) => sum + calls.length + body.length, 0);
  // Plus the rows of the calls, with an id of 36 bytes each.
  t.diagnostic(`${bytes / texts.length} bytes each`);
  assert.ok(bytes / texts.length < 100, `${bytes / texts.length} bytes each`);
  assert.equal(rows.length, 20);
});

test("parts that are too old or beyond an application's limit are dropped and counted, the oldest first", async (t) => {
  const large = Buffer.from(`{"logs":["${randomBytes(750).toString('base64')}"]}`);
  const { db } = await kept(
    t,
    ...[0, 1, 2, 3, 4].map((n) => [part(`a${n}`, { receivedAt: NOW + n })]),
    ...[0, 1, 2].map((n) => [part(`b${n}`, { appId: 'app_2', receivedAt: NOW + n, response: large })]),
    [part('old', { appId: 'app_3', receivedAt: NOW - 25 * HOUR })],
  );
  const inTime = { ...NO_LIMIT, before: NOW - 24 * HOUR };
  assert.equal(await dropLateParts(db, NO_LIMIT), 0);
  assert.equal(await dropLateParts(db, inTime), 0, 'its call was not looked for yet');
  await postponeLateParts(db, await dueLateParts(db, NOW, 100), () => 0);
  assert.equal(await dropLateParts(db, inTime), 1);
  assert.equal(await dropLateParts(db, { ...NO_LIMIT, parts: 3 }), 2);
  assert.equal(await dropLateParts(db, { ...NO_LIMIT, bytes: 2500 }), 1);
  assert.equal(await dropLateParts(db, { before: NOW - 24 * HOUR, parts: 3, bytes: 2500 }), 0);
  const left = await dueLateParts(db, NOW, 100);
  assert.deepEqual(left.flatMap(({ calls }) => calls).toSorted(), ['a2', 'a3', 'a4', 'b1', 'b2']);
  assert.equal(await countLateParts(db), 5);
});

test('parts of a call are read in the order of arrival, even those of the same millisecond', async (t) => {
  const parts = Array.from({ length: 20 }, (_, i) =>
    part('call', { receivedAt: NOW + Math.floor(i / 5), response: Buffer.from(`{"logs":["${i}"]}`) }),
  );
  const { db } = await kept(t, parts.slice(0, 3), parts.slice(3, 4), parts.slice(4));
  assert.deepEqual(
    (await readLateParts(db, ['call'])).map(({ response }) => `${response}`),
    parts.map(({ response }) => `${response}`),
  );
});

test('parts are copied with the metadata and deleted with their application', async (t) => {
  const head = { kind: 'interaction', id: 'b' } as unknown as InteractionHead;
  const parts = [part('a'), part('b', { head }), part('c', { appId: 'app_2' })];
  const { db } = await kept(t, parts);
  const read = async (of: Kysely<Tables>) =>
    (await readLateParts(of, ['a', 'b', 'c']))
      .map(({ bundle, ...rest }) => rest)
      .toSorted((x, y) => x.id.localeCompare(y.id));
  const { db: copy } = await testMetadata(t);
  const rows = await withMetadataSnapshot(db, (tx) => Array.fromAsync(readMetadata(tx)));
  await writeMetadata(copy, Readable.from(rows.map((row) => MetadataRow.parse(row))));
  assert.deepEqual(await read(copy), parts);
  await copy.transaction().execute((tx) => deletePartsOf(tx, 'app_1'));
  assert.deepEqual(await read(copy), [parts[2]]);
  assert.deepEqual(await rowsLeft(copy), [1, 1]);
});
