/** What cannot be written down in the audit log is not done. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { allRows } from '../support/all-rows.ts';
import { everyChange } from '../support/every-change.ts';
import { metadataOf } from '../support/metadata-of.ts';

it('every change that cannot be written down is refused and changes nothing, and is made once it can', async (test) => {
  const { server, steps } = await everyChange(test);
  const db = metadataOf(test, server);
  for (const { route, prepare, call } of steps) {
    await prepare?.();
    const before = await allRows(db);
    await sql`CREATE TRIGGER no_audit BEFORE INSERT ON audit
      BEGIN SELECT RAISE(ABORT, 'the audit log is full'); END`.execute(db);
    const refused = await call();
    const after = await allRows(db);
    await sql`DROP TRIGGER no_audit`.execute(db);
    assert.deepEqual([refused.status, refused.json.code], [500, 'internal'], route);
    assert.deepEqual(after, before, `${route} changed something`);
    const made = await call();
    assert.ok(made.status === 200 || made.status === 302, `${route}: ${made.status} ${made.text}`);
    assert.doesNotMatch(made.headers.get('location') ?? '', /error=/, route);
    assert.notDeepEqual(await allRows(db), before, `${route} changed nothing`);
  }
});
