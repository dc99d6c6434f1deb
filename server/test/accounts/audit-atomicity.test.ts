/** A change that cannot be recorded in the audit log is not made. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { allRows } from '../support/all-rows.ts';
import { everyChange } from '../support/every-change.ts';
import { fullTable } from '../support/full-table.ts';
import { metadataOf } from '../support/metadata-of.ts';

it('every change that cannot be audited is refused and changes nothing, and succeeds once it can', async (test) => {
  const { server, steps } = await everyChange(test);
  const db = metadataOf(test, server);
  for (const { route, prepare, call } of steps) {
    await prepare?.();
    const before = await allRows(db);
    const makeRoom = await fullTable(db, 'audit');
    const refused = await call();
    const after = await allRows(db);
    await makeRoom();
    assert.deepEqual([refused.status, refused.json.code], [500, 'internal'], route);
    assert.deepEqual(after, before, `${route} changed something`);
    const made = await call();
    assert.ok(made.status === 200 || made.status === 302, `${route}: ${made.status} ${made.text}`);
    assert.doesNotMatch(made.headers.get('location') ?? '', /error=/, route);
    assert.notDeepEqual(await allRows(db), before, `${route} changed nothing`);
  }
});
