import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applicationNames, appRows, sortedRows, withNames } from './application-figures.ts';

const application = (id: string, name: string, accountId = 'one', archivedAt: string | null = null) => ({
  id,
  name,
  accountId,
  archivedAt,
  appKey: '',
  ingestUrl: '',
  createdAt: '2026-01-01T00:00:00.000Z',
  sample: false,
});
const account = (id: string, name: string) => ({ id, name, role: 'owner' as const, permissions: [] });
const me = {
  accounts: [account('one', 'Acme'), account('two', 'Globex')],
  applications: [
    application('a', 'Shop'),
    application('b', 'Shop', 'two'),
    application('c', 'Desk'),
    application('d', 'Old', 'one', '2026-02-01T00:00:00.000Z'),
  ],
};
const answer = (...rows: Record<string, string | number | null>[]) => ({ from: '', to: '', rows });

describe('all applications', () => {
  it('equal names are distinguished by their accounts', () => {
    const names = applicationNames(me);
    assert.deepEqual([...names.values()], ['Shop (Acme)', 'Shop (Globex)', 'Desk', 'Old']);
    const named = withNames(answer({ app: 'c' }, { app: 'gone' }, { app: null }), names);
    assert.deepEqual(
      named?.rows.map(({ app }) => app),
      ['Desk', 'gone', null],
    );
    const twins = { ...me, applications: [application('a', 'Shop'), application('b', 'Shop')] };
    assert.deepEqual([...applicationNames(twins).values()], ['Shop (a)', 'Shop (b)']);
  });

  it('all applications are listed, archived ones only if they have data', () => {
    const rows = appRows(answer({ app: 'c', interactions: 4, costUsd: null }), me);
    assert.deepEqual(
      rows.map(({ id, interactions }) => [id, interactions]),
      [
        ['a', 0],
        ['b', 0],
        ['c', 4],
      ],
    );
    assert.ok(appRows(answer({ app: 'd', interactions: 1 }), me).some(({ id }) => id === 'd'));
  });

  it('they can be sorted by any figure, with unknown values last', () => {
    const rows = appRows(
      answer({ app: 'a', interactions: 1, costUsd: 2 }, { app: 'c', interactions: 3, costUsd: 1 }),
      me,
    );
    const ids = (...by: Parameters<typeof sortedRows> extends [unknown, ...infer R] ? R : never) =>
      sortedRows(rows, ...by).map(({ id }) => id);
    assert.deepEqual(ids('costUsd', 'desc'), ['a', 'c', 'b']);
    assert.deepEqual(ids('costUsd', 'asc'), ['c', 'a', 'b']);
    assert.deepEqual(ids('name', 'asc'), ['c', 'a', 'b']);
  });
});
