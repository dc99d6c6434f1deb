import assert from 'node:assert/strict';
import { it } from 'node:test';
import { z } from 'zod';
import { newId } from '../src/envelope/uuid.ts';
import { testStore } from './support/test-store.ts';

const Count = z.object({ app: z.string(), count: z.number(), oldest: z.number() });

it('keeps the newest rejections of every application, up to the limit', async (test) => {
  const { store } = await testStore(test);
  const at = Date.now();
  const rows = ['many', 'few'].flatMap((appId) =>
    Array.from({ length: appId === 'many' ? 5 : 2 }, (_, age) => ({
      id: newId(at - age),
      appId,
      receivedAt: at - age * 1000,
      issues: '[]',
      payload: '{}',
      replayedAs: '',
      version: 1,
    })),
  );
  await store.insertRejections(rows, 'rejections');
  const kept = () =>
    store.query(
      Count,
      `SELECT app_id AS app, count() AS count, toUnixTimestamp64Milli(min(received_at)) AS oldest
       FROM rejections FINAL GROUP BY app_id ORDER BY app_id`,
    );
  await store.trimRejections(5);
  assert.deepEqual(
    (await kept()).map(({ app, count }) => [app, count]),
    [
      ['few', 2],
      ['many', 5],
    ],
  );
  await store.trimRejections(3);
  assert.deepEqual(await kept(), [
    { app: 'few', count: 2, oldest: at - 1000 },
    { app: 'many', count: 3, oldest: at - 2000 },
  ]);
});
