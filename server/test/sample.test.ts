/** Sample data: its own application, filled through the regular ingest path. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ApiKeyList, Application, Ledger, Me } from '@parley/contract';
import { Browser } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { NO_STORE, startServer, type TestServer } from './support/server-process.ts';
import { tempFolder } from './support/temp-folder.ts';

describe('sample data', () => {
  let server: TestServer;
  before(async () => {
    // The journal is never drained, so there is nothing to wait for at the end.
    const env = { PARLEY_GRACE: '0' };
    server = await startServer({ data: await tempFolder(), clickhouseUrl: NO_STORE, env });
  });
  after(() => server.stop());

  const load = async (who: Browser) => {
    const answer = await who.post(`/v1/accounts/${await who.account()}/sample`);
    assert.equal(answer.status, 200, answer.text);
    return Application.parse(answer.json);
  };
  const receivedBy = async (who: Browser, app: string) =>
    Ledger.parse((await who.get(`/v1/ledger?app=${app}`)).json).data.reduce(
      (sum, day) => sum + day.received,
      0,
    );

  it('is a marked application of the account, with its payloads in the journal', async () => {
    const ann = await new Browser(server).signUp('ann@example.com');
    const app = await load(ann);
    assert.deepEqual([app.name, app.sample, app.archivedAt], ['Sample data', true, null]);
    assert.ok((await receivedBy(ann, app.id)) >= 900);
    const me = Me.parse((await ann.get('/v1/me')).json);
    assert.deepEqual(
      me.applications.map(({ id, sample }) => [id, sample]),
      [[app.id, true]],
    );
    assert.equal((await ann.createApplication()).id === app.id, false);
    assert.equal(Me.parse((await ann.get('/v1/me')).json).applications[1]?.sample, false);
  });

  it('exists once, even if it is loaded twice at the same time, and its key is revoked', async () => {
    const bob = await new Browser(server).signUp('bob@example.com');
    const [one, two] = await Promise.all([load(bob), load(bob)]);
    assert.equal(one.id, two.id);
    assert.equal((await load(bob)).id, one.id);
    await eventually('all of it is in the journal', async () => (await receivedBy(bob, one.id)) >= 900);
    // Loaded twice, there would be twice as many; scores count, too.
    assert.ok((await receivedBy(bob, one.id)) < 1500);
    const { data } = ApiKeyList.parse((await bob.get(`/v1/applications/${one.id}/keys`)).json);
    assert.deepEqual(
      data.map(({ revokedAt }) => revokedAt !== null),
      [true],
    );
  });

  it('is removed like any application, and can be loaded again', async () => {
    const cid = await new Browser(server).signUp('cid@example.com');
    const app = await load(cid);
    const removed = await cid.post(`/v1/applications/${app.id}/delete`, { name: app.name });
    assert.equal(removed.status, 200, removed.text);
    assert.deepEqual(Me.parse((await cid.get('/v1/me')).json).applications, []);
    const again = await load(cid);
    assert.notEqual(again.id, app.id);
    assert.ok((await receivedBy(cid, again.id)) >= 900);
  });

  it('is refused to viewers and to other accounts', async () => {
    const dan = await new Browser(server).signUp('dan@example.com');
    const account = `/v1/accounts/${await dan.account()}`;
    const viewer = await dan.invite('viewer@example.com');
    assert.equal((await viewer.post(`${account}/sample`)).status, 403);
    const stranger = await new Browser(server).signUp('stranger@example.com');
    assert.equal((await stranger.post(`${account}/sample`)).status, 404);
    assert.deepEqual(Me.parse((await dan.get('/v1/me')).json).applications, []);
  });
});
