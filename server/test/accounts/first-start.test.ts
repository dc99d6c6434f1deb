/** `PARLEY_INIT_*` applies to the first start only: later changes and revocations survive a restart. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Me } from '@parley/contract';
import { Browser, PASSWORD } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { metadataOf } from '../support/metadata-of.ts';
import { bytesOf, payloadOf } from '../support/payloads.ts';
import { NO_STORE, startServer, type TestServer } from '../support/server-process.ts';
import { tempFolder } from '../support/temp-folder.ts';

const OWNER = { PARLEY_INIT_EMAIL: 'first@example.com', PARLEY_INIT_PASSWORD: PASSWORD };
const IGNORED_WARNING = /PARLEY_INIT_\* was ignored/;
const NEW_PASSWORD = 'a brand new password';

/** Starts servers on one data folder, one after the other. */
async function onOneFolder(test: TestContext) {
  const data = await tempFolder();
  let running: TestServer | undefined;
  test.after(() => running?.stop());
  const start = async (env: Record<string, string> = {}) => {
    await running?.stop();
    running = await startServer({
      data,
      clickhouseUrl: NO_STORE,
      env: { PARLEY_GRACE: '0', PARLEY_TRUST_PROXY: '1', ...env },
    });
    return running;
  };
  const people = async () => {
    const rows = await metadataOf(test, { data }).selectFrom('person').select('email').execute();
    return rows.map(({ email }) => email).sort();
  };
  return { start, people };
}

async function statusOf(server: TestServer, email: string, password: string): Promise<number> {
  return (await new Browser(server).post('/v1/auth/sign-in', { email, password })).status;
}

describe('the first owner', () => {
  it('is not created again after address and password were changed', async (test) => {
    const { start, people } = await onOneFolder(test);
    let server = await start(OWNER);
    assert.doesNotMatch(server.output(), IGNORED_WARNING);
    const owner = await new Browser(server).signIn('first@example.com');
    await owner.post('/v1/auth/email', { email: 'later@example.com', password: PASSWORD });
    const link = () => /confirm-email#token=([^"]+)/.exec(server.output())?.[1];
    await eventually('the link is in the log', () => link() !== undefined);
    assert.equal((await owner.post('/v1/auth/email/confirm', { token: link() })).status, 200);
    const changed = await owner.post('/v1/auth/password', {
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
    });
    assert.equal(changed.status, 200);

    server = await start(OWNER);
    assert.match(server.output(), IGNORED_WARNING);
    assert.equal(await statusOf(server, 'first@example.com', PASSWORD), 401);
    assert.equal(await statusOf(server, 'later@example.com', NEW_PASSWORD), 200);
    assert.deepEqual(await people(), ['later@example.com']);
  });

  it('is not created if people have signed up already, and the log says so', async (test) => {
    const { start, people } = await onOneFolder(test);
    const before = await start();
    await new Browser(before).signUp('ann@example.com');
    const after = await start(OWNER);
    assert.match(after.output(), IGNORED_WARNING);
    assert.equal(await statusOf(after, 'first@example.com', PASSWORD), 401);
    assert.deepEqual(await people(), ['ann@example.com']);
  });
});

describe('the first application', () => {
  it('is not created again after it was renamed, nor are its revoked key and token', async (test) => {
    const { start } = await onOneFolder(test);
    const byName = { ...OWNER, PARLEY_INIT_APP_KEY: '', PARLEY_INIT_API_KEY: '' };
    const names = async (browser: Browser) =>
      Me.parse((await browser.get('/v1/me')).json).applications.map(({ name }) => name);
    let owner = await new Browser(await start(byName)).signIn('first@example.com');
    const [app] = Me.parse((await owner.get('/v1/me')).json).applications;
    assert.ok(app);
    const path = `/v1/applications/${app.id}`;
    assert.equal((await owner.send('PATCH', path, { name: 'Renamed' })).status, 200);
    const [token] = (await owner.get(`${path}/tokens`)).json.data as { id: string }[];
    assert.equal((await owner.send('DELETE', `${path}/tokens/${token?.id}`)).status, 200);

    const server = await start(byName);
    owner = await new Browser(server).signIn('first@example.com');
    assert.deepEqual(await names(owner), ['Renamed']);
    assert.equal((await server.get('/v1/ledger')).status, 401);
  });

  it('keeps its revoked key revoked', async (test) => {
    const { start } = await onOneFolder(test);
    let server = await start(OWNER);
    const post = async () => (await server.post(bytesOf(payloadOf()))).status;
    assert.equal(await post(), 200);
    const owner = await new Browser(server).signIn('first@example.com');
    const [app] = Me.parse((await owner.get('/v1/me')).json).applications;
    const path = `/v1/applications/${app?.id}/keys`;
    const [key] = (await owner.get(path)).json.data as { id: string }[];
    assert.equal((await owner.send('DELETE', `${path}/${key?.id}`)).status, 200);
    server = await start(OWNER);
    assert.equal(await post(), 401);
  });
});
