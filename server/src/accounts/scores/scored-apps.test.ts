import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testMetadata } from '../../../test/support/metadata.ts';
import { createApplication } from '../applications/create-application.ts';
import { ScoreKinds } from './score-kinds.ts';
import { ScoredApps } from './scored-apps.ts';

test('an application may have scores from the name of its first one on, also without the database', async (t) => {
  const { db } = await testMetadata(t);
  const { id } = await createApplication(db, { name: 'One' });
  const scored = new ScoredApps(db);
  assert.equal(await scored.some([id, 'app_b']), false);
  await new ScoreKinds(db).declare(id, new Map([['helpful', 'boolean']]));
  assert.equal(await scored.some(['app_b']), false);
  assert.equal(await scored.some([id, 'app_b']), true);
  await db.schema.dropTable('score_kind').execute();
  assert.equal(await scored.some([id]), true);
  assert.equal(await scored.some(['app_b']), true);
});
