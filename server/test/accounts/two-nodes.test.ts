/** Two nodes with separate data folders and one metadata database. */
import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { metadataPath } from '../../src/data-folder/data-folder.ts';
import { Browser } from '../support/browser.ts';
import { consoleServer } from '../support/console-server.ts';
import { eventually } from '../support/eventually.ts';
import { databaseOf, ON_POSTGRES } from '../support/metadata-address.ts';
import { bytesOf, type Keys, payloadOf } from '../support/payloads.ts';
import { NO_STORE, startServer } from '../support/server-process.ts';
import { tempFolder } from '../support/temp-folder.ts';

const MAX_DELAY_MS = 5000;

describe('a change on one node', () => {
  it('takes effect on another node within five seconds', async (test) => {
    const first = await consoleServer(test);
    const data = await tempFolder();
    if (!ON_POSTGRES) await symlink(metadataPath(first.data), metadataPath(data));
    const env = { PARLEY_GRACE: '0', ...databaseOf(first.data) };
    const second = await startServer({ data, clickhouseUrl: NO_STORE, env });
    test.after(async () => {
      await second.stop();
    });
    const post = async (keys: Keys) =>
      (await second.post(bytesOf(payloadOf('openai', 'chat', {}, keys)))).status;
    const soon = (what: string, keys: Keys, status: number) =>
      eventually(what, async () => (await post(keys)) === status, MAX_DELAY_MS);

    const ann = await new Browser(first).signUp('ann@example.com');
    const app = await ann.createApplication();
    const path = `/v1/applications/${app.id}`;
    await soon('a new application may send', app, 200);

    const { token } = (await ann.post(`${path}/tokens`, { name: 'Reports' })).json;
    const read = async () => (await second.get('/v1/ledger', String(token))).status;
    await eventually('a new token works', async () => (await read()) === 200, MAX_DELAY_MS);

    const limited = await ann.send('PATCH', `${path}/settings`, { rateLimit: 1 });
    assert.equal(limited.status, 200, limited.text);
    await soon('the new limit holds', app, 429);
    assert.equal((await ann.send('PATCH', `${path}/settings`, { rateLimit: null })).status, 200);
    await soon('the limit is gone', app, 200);

    assert.equal((await ann.send('DELETE', `${path}/keys/${app.keyId}`)).status, 200);
    await soon('the revoked key is refused', app, 401);
  });
});
