/** Review queues take part in copies of the metadata, and in the deletion of applications and people. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Kysely } from 'kysely';
import { createApplication } from '../src/accounts/applications/create-application.ts';
import { forgetApplication } from '../src/accounts/applications/forget-application.ts';
import { requestDeletion } from '../src/accounts/applications/request-deletion.ts';
import { insertPerson } from '../src/accounts/people/insert-person.ts';
import { addItems } from '../src/accounts/review/add-items.ts';
import { finishReview } from '../src/accounts/review/finish-review.ts';
import { holdNext } from '../src/accounts/review/hold-item.ts';
import { setAssignees } from '../src/accounts/review/set-assignees.ts';
import { storedQueue } from '../src/accounts/review/stored-queue.ts';
import { readMetadata, withMetadataSnapshot, writeMetadata } from '../src/metadata/copy-metadata.ts';
import type { Tables } from '../src/metadata/tables.ts';
import { testMetadata } from './support/metadata.ts';

const TABLES = ['review_queue', 'review_assignee', 'review_item', 'review'] as const;
const NOW = 1_700_000_000_000;
const ITEMS = 450;

async function rowsOf(db: Kysely<Tables>): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const table of TABLES) {
    const found = await db.selectFrom(table).selectAll().execute();
    rows[table] = found.map((row) => JSON.stringify(row)).sort();
  }
  return rows;
}

test('a review queue is copied with its items, and goes with its application', async (context) => {
  const { db } = await testMetadata(context);
  const person = { email: 'ann@example.com', passwordHash: null, emailVerified: true };
  const personId = await insertPerson(db, person);
  assert.ok(personId);
  const { id: appId } = await createApplication(db, { name: 'Shop' });
  const { account_id: accountId } = await db
    .selectFrom('application')
    .select('account_id')
    .where('id', '=', appId)
    .executeTakeFirstOrThrow();
  const member = { id: 'mem_1', account_id: accountId, person_id: personId, created_at: NOW };
  await db
    .insertInto('member')
    .values({ ...member, role: 'reviewer' })
    .execute();
  await db
    .insertInto('review_queue')
    .values({
      id: 'queue_1',
      app_id: appId,
      name: 'Answers',
      unit: 'interaction',
      filters: '{"q":"refund"}',
      from_at: NOW,
      sort_order: 'desc',
      item_limit: 400,
      questions: '[{"name":"ok","kind":"boolean","text":"Fine?"}]',
      reviewers: 1,
      assigned: 0,
      created_by: personId,
      created_at: NOW,
    })
    .execute();
  await setAssignees(db, { queueId: 'queue_1', accountId, assignees: [personId] });
  const queue = await storedQueue(db, 'queue_1');
  assert.ok(queue);
  const found = Array.from({ length: ITEMS }, (_, i) => ({ target: `t${i}`, scored: `t${i}`, at: NOW + i }));
  await addItems(db, queue, found);
  await addItems(db, queue, found);
  const item = await holdNext(db, { queue, personId, now: NOW });
  assert.equal(item?.target, 't399');
  const done = { queue, personId, target: 't399', at: NOW, answers: { ok: true } };
  assert.deepEqual(await finishReview(db, done), { items: 400, finished: 1 });
  await holdNext(db, { queue, personId, now: NOW });

  const rows = await rowsOf(db);
  assert.deepEqual(
    TABLES.map((table) => rows[table]?.length),
    [1, 1, 400, 2],
  );
  const copy = await testMetadata(context);
  await withMetadataSnapshot(db, (tx) => writeMetadata(copy.db, readMetadata(tx)));
  assert.deepEqual(await rowsOf(copy.db), rows);

  await copy.db.deleteFrom('member').execute();
  await copy.db.deleteFrom('person').where('id', '=', personId).execute();
  const left = await rowsOf(copy.db);
  assert.deepEqual(
    TABLES.map((table) => left[table]?.length),
    [1, 0, 400, 0],
  );

  await requestDeletion(db, appId);
  await forgetApplication(db, appId);
  assert.deepEqual(
    Object.values(await rowsOf(db)).map((table) => table.length),
    [0, 0, 0, 0],
  );
});
