/** Saved views: who owns them, who sees them, and who may change them. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { MAX_VIEWS, SavedViewList } from '@parley/contract';
import { createApplication } from '../src/accounts/applications/create-application.ts';
import { forgetApplication } from '../src/accounts/applications/forget-application.ts';
import { requestDeletion } from '../src/accounts/applications/request-deletion.ts';
import { insertPerson } from '../src/accounts/people/insert-person.ts';
import { readMetadata, withMetadataSnapshot, writeMetadata } from '../src/metadata/copy-metadata.ts';
import { Browser } from './support/browser.ts';
import { sharedConsoleServer } from './support/console-server.ts';
import { testMetadata } from './support/metadata.ts';

const SEARCH = {
  range: '30d',
  model: ['gpt-4o', ''],
  'label.feature': ['chat'],
  'score.helpful': 'false',
  'score.stars.max': 2,
  'not.scored': ['tone'],
  minCostUsd: 0.5,
  q: 'refund',
  in: 'assistant',
};

describe('saved views', () => {
  const shared = sharedConsoleServer();
  let owner: Browser;
  let admin: Browser;
  let member: Browser;
  let viewer: Browser;
  let outsider: Browser;
  let accountId: string;
  let app: string;
  let named = 0;

  before(async () => {
    const server = shared();
    owner = await new Browser(server).signUp('owner@example.com', { name: 'Olga' });
    outsider = await new Browser(server).signUp('outsider@example.com');
    accountId = await owner.account();
    app = (await owner.createApplication()).id;
    const invited = async (role: string, name: string) => {
      const { json } = await owner.post(`/v1/accounts/${accountId}/invitations`, { role });
      const invitation = String(json.link).split('#token=')[1];
      return new Browser(server).signUp(`${name.toLowerCase()}@example.com`, { invitation, name });
    };
    admin = await invited('admin', 'Ada');
    member = await invited('member', 'Mia');
    viewer = await invited('viewer', 'Vera');
  });

  const create = (by: Browser, more: Record<string, unknown> = {}) =>
    by.post('/v1/views', { app, name: `View ${++named}`, page: 'interactions', search: SEARCH, ...more });
  const created = async (by: Browser, more: Record<string, unknown> = {}) => {
    const answer = await create(by, more);
    assert.equal(answer.status, 200, answer.text);
    return String(answer.json.id);
  };
  const change = async (by: Browser, id: string, changes: unknown) => {
    const { status, json } = await by.send('PATCH', `/v1/views/${id}`, changes);
    return [status, json.code ?? 'ok'];
  };
  const remove = async (by: Browser, id: string) => (await by.send('DELETE', `/v1/views/${id}`)).status;
  const list = async (by: Browser, query = `?app=${app}`) => {
    const answer = await by.get(`/v1/views${query}`);
    assert.equal(answer.status, 200, answer.text);
    return SavedViewList.parse(answer.json).data;
  };
  const sees = async (by: Browser, id: string) => (await list(by)).some((view) => view.id === id);

  it('are returned as they were saved, by name', async () => {
    const id = await created(member, { name: '  View 10 of mine ' });
    await created(member, { name: 'View 9 of mine', page: 'errors', search: {} });
    const mine = (await list(member)).filter(({ name }) => name.endsWith('of mine'));
    assert.deepEqual(
      mine.map(({ name }) => name),
      ['View 9 of mine', 'View 10 of mine'],
    );
    const { createdAt, updatedAt, createdBy, ...rest } = mine[1] ?? assert.fail();
    const view = { id, app, name: 'View 10 of mine', page: 'interactions', search: SEARCH };
    assert.deepEqual(rest, { ...view, shared: false, mine: true });
    assert.equal(createdAt, updatedAt);
    assert.equal(createdBy.name, 'Mia');
    assert.ok((await list(member, '')).some((one) => one.id === id));
  });

  it('that are private are visible to their owner only, whatever the role of others', async () => {
    const id = await created(viewer);
    assert.ok(await sees(viewer, id));
    for (const other of [owner, admin, member, outsider]) {
      if (other !== outsider) assert.ok(!(await sees(other, id)));
      assert.deepEqual(await change(other, id, { name: 'Theirs' }), [404, 'not_found']);
      assert.equal(await remove(other, id), 404);
    }
    assert.deepEqual(await change(viewer, id, { name: 'Renamed' }), [200, 'ok']);
    assert.equal(await remove(viewer, id), 200);
    assert.ok(!(await sees(viewer, id)));
    assert.equal(await remove(viewer, id), 404);
  });

  it('that are shared are visible to the account, and changed by their owner, account owners and admins', async () => {
    const id = await created(member, { shared: true });
    for (const other of [owner, admin, viewer]) {
      const found = (await list(other)).find((view) => view.id === id);
      assert.deepEqual([found?.mine, found?.createdBy.name], [false, 'Mia']);
    }
    assert.deepEqual(await change(viewer, id, { name: 'No' }), [403, 'forbidden']);
    assert.equal(await remove(viewer, id), 403);
    const another = await created(owner, { shared: true });
    assert.deepEqual(await change(member, another, { name: 'No' }), [403, 'forbidden']);
    assert.deepEqual(await change(admin, id, { name: 'By an admin', search: {} }), [200, 'ok']);
    assert.deepEqual(await change(admin, id, { shared: false }), [403, 'forbidden']);
    const found = (await list(member)).find((view) => view.id === id);
    assert.deepEqual([found?.name, found?.search, found?.mine], ['By an admin', {}, true]);
    assert.deepEqual(await change(member, id, { shared: false }), [200, 'ok']);
    assert.ok(!(await sees(owner, id)));
    assert.deepEqual(await change(member, id, { shared: true }), [200, 'ok']);
    assert.equal(await remove(admin, id), 200);
  });

  it('cannot be shared by viewers', async () => {
    assert.equal((await create(viewer, { shared: true })).status, 403);
    const id = await created(viewer);
    assert.deepEqual(await change(viewer, id, { shared: true }), [403, 'forbidden']);
  });

  it('are not visible to other accounts', async () => {
    const id = await created(owner, { shared: true });
    assert.equal((await outsider.get(`/v1/views?app=${app}`)).status, 403);
    assert.deepEqual(await list(outsider, ''), []);
    assert.deepEqual(await change(outsider, id, { name: 'Theirs' }), [404, 'not_found']);
    assert.equal(await remove(outsider, id), 404);
    assert.equal((await create(outsider)).status, 403);
    assert.equal((await create(owner, { app: 'app_nowhere' })).status, 403);
  });

  it('are listed by a read token if shared, and cannot be changed with one', async () => {
    const mine = await created(owner);
    const ours = await created(owner, { shared: true });
    const { token } = (await owner.post(`/v1/applications/${app}/tokens`, { name: 'Reports' })).json;
    const headers = { Authorization: `Bearer ${token}` };
    const program = new Browser(shared());
    const { data } = SavedViewList.parse((await program.get('/v1/views', headers)).json);
    const ids = data.map(({ id }) => id);
    assert.deepEqual([ids.includes(ours), ids.includes(mine)], [true, false]);
    assert.ok(data.every((view) => view.shared && !view.mine));
    assert.equal((await program.send('DELETE', `/v1/views/${ours}`, undefined, headers)).status, 401);
  });

  it('have unique names per person and kind of view', async () => {
    const name = 'Only once';
    const id = await created(member, { name });
    const again = await create(member, { name: ` ${name} ` });
    assert.deepEqual([again.status, again.json.code], [409, 'conflict']);
    assert.equal(again.json.message, 'A private view named “Only once” already exists.');
    await created(owner, { name });
    const public_ = await created(member, { name, shared: true });
    assert.deepEqual(await change(member, id, { shared: true }), [409, 'conflict']);
    assert.deepEqual(await change(member, id, { name, search: { range: '1h' } }), [200, 'ok']);
    // An admin does not learn the names of a member's private views.
    assert.deepEqual(await change(admin, public_, { name: 'View 9 of mine' }), [200, 'ok']);
  });

  it('have limits', async () => {
    const refused = async (more: Record<string, unknown>) => (await create(member, more)).status;
    for (const wrong of [
      { name: '' },
      { name: '   ' },
      { name: 'x'.repeat(101) },
      { name: 'a\u0000b' },
      { page: 'settings' },
      { search: { q: 'é'.repeat(4100) } },
      { search: { nested: { a: 1 } } },
      { search: { list: [1] } },
      { search: { nothing: null } },
      { search: { 'a b': 'x' } },
      { search: [] },
      { shared: 'yes' },
      { extra: 1 },
    ])
      assert.equal(await refused(wrong), 422, JSON.stringify(wrong).slice(0, 80));
    const id = await created(member, { name: 'x'.repeat(100), search: { q: 'é'.repeat(4000), live: true } });
    assert.deepEqual(await change(member, id, {}), [422, 'invalid_query']);
    assert.deepEqual(await change(member, 'no id', { name: 'x' }), [404, 'not_found']);
  });

  it(`are at most ${MAX_VIEWS} of one person in an application`, async () => {
    const full = (await owner.createApplication('Full')).id;
    for (let n = 0; n < MAX_VIEWS; n++) await created(owner, { app: full, search: {} });
    const more = await create(owner, { app: full });
    assert.deepEqual([more.status, more.json.code], [409, 'conflict']);
    assert.match(String(more.json.message), /You already have 200 saved views in this application/);
    await created(member, { app: full });
    await created(owner);
  });

  it('cannot be changed from another site', async () => {
    const id = await created(owner);
    const elsewhere = { Origin: 'https://evil.example' };
    assert.equal((await owner.send('DELETE', `/v1/views/${id}`, undefined, elsewhere)).status, 403);
    const plain = await owner.post('/v1/views', '{}', { 'Content-Type': 'text/plain' });
    assert.equal(plain.status, 415);
    assert.ok(await sees(owner, id));
  });

  it('are in the audit log, private ones without their names', async () => {
    const id = await created(member, { name: 'Before it is shared' });
    await change(member, id, { shared: true, name: 'Now it is shared' });
    await change(owner, id, { search: {} });
    await change(member, id, { shared: false });
    await remove(member, id);
    const { json } = await owner.get(`/v1/accounts/${accountId}/audit?action=view&limit=500`);
    const entries = (json.data as { target: string; action: string; details: object }[])
      .filter(({ target }) => target === id)
      .map(({ action, details }) => [action, details]);
    const shown = { name: 'Now it is shared', page: 'interactions' };
    assert.deepEqual(entries.reverse(), [
      ['view.create', {}],
      ['view.share', shown],
      ['view.update', shown],
      ['view.unshare', {}],
      ['view.delete', {}],
    ]);
  });

  it('of a removed member are deleted if they are private', async () => {
    const leaver = await owner.invite('leaver@example.com', 'member');
    const [mine, ours] = [await created(leaver), await created(leaver, { shared: true })];
    assert.equal((await leaver.post(`/v1/accounts/${accountId}/leave`)).status, 200);
    assert.deepEqual(await change(leaver, mine, { name: 'Still' }), [404, 'not_found']);
    assert.deepEqual(await change(leaver, ours, { name: 'Still' }), [404, 'not_found']);
    assert.ok(await sees(viewer, ours));
    const back = await owner.post(`/v1/accounts/${accountId}/invitations`, { role: 'member' });
    const token = String(back.json.link).split('#token=')[1];
    assert.equal((await leaver.post('/v1/invitations/accept', { token })).status, 200);
    assert.deepEqual([await sees(leaver, mine), await sees(leaver, ours)], [false, true]);
  });
});

describe('the table of saved views', () => {
  it('is copied with the metadata, and its rows are deleted with the application or the person', async (test) => {
    const { db } = await testMetadata(test);
    const personId = await insertPerson(db, {
      email: 'ann@example.com',
      passwordHash: null,
      emailVerified: true,
    });
    assert.ok(personId);
    const [shop, desk] = [
      (await createApplication(db, { name: 'Shop' })).id,
      (await createApplication(db, { name: 'Desk' })).id,
    ];
    const row = (id: string, app_id: string) => ({
      id,
      app_id,
      person_id: personId,
      name: 'Errors',
      page: 'errors' as const,
      search: '{"range":"7d"}',
      shared: 1,
      created_at: 1_700_000_000_000,
      updated_at: 1_700_000_000_001,
    });
    const rows = [row('view_1', shop), row('view_2', desk)];
    await db.insertInto('saved_view').values(rows).execute();
    const left = async (from = db) =>
      (await from.selectFrom('saved_view').selectAll().orderBy('id').execute()).map((one) => ({ ...one }));

    const copy = await testMetadata(test);
    await withMetadataSnapshot(db, (tx) => writeMetadata(copy.db, readMetadata(tx)));
    assert.deepEqual(await left(copy.db), rows);

    await requestDeletion(db, shop);
    await forgetApplication(db, shop);
    assert.deepEqual(await left(), [rows[1]]);
    await db.deleteFrom('person').where('id', '=', personId).execute();
    assert.deepEqual(await left(), []);
  });
});
