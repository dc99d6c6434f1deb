/** PostgreSQL stops and restarts while a server runs. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../scripts/postgres.ts';
import { storedIds } from './support/all-stored.ts';
import { Browser } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { startServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

/** The engine of the tests may still be starting. */
const RECOVERY_MS = 60_000;

describe('an unavailable database', () => {
  it('does not stop ingest, is reported where it is needed, and is used again when it is back', async (test) => {
    const postgres = await startPostgres();
    test.after(() => postgres.stop());
    const { url: clickhouseUrl } = await storeProxy(test);
    const env = { PARLEY_DATABASE_URL: await postgres.createDatabase('parley') };
    const server = await startServer({ data: await tempFolder(), clickhouseUrl, env });
    test.after(() => server.stop());
    const ann = await new Browser(server).signUp('ann@example.com');
    const app = await ann.createApplication();
    const sent: string[] = [];
    const send = async () => {
      const answer = await server.post(bytesOf(payloadOf('openai', 'chat', {}, app)));
      assert.equal(answer.status, 200, answer.text);
      sent.push(String(answer.json.id));
    };
    await send();

    await postgres.kill();
    for (let i = 0; i < 5; i++) await send();
    for (const [path, answer] of [
      ['me', ann.get('/v1/me')],
      ['a change', ann.post(`/v1/applications/${app.id}/tokens`, { name: 'Reports' })],
      [
        'signing in',
        new Browser(server).post('/v1/auth/sign-in', { email: 'ann@example.com', password: 'x' }),
      ],
      [
        'signing up',
        new Browser(server).post('/v1/auth/sign-up', {
          email: 'bob@example.com',
          password: 'a long password',
        }),
      ],
    ] as const) {
      const { status, json, headers } = await answer;
      assert.deepEqual([status, json.code], [503, 'unavailable'], path);
      assert.match(String(json.message), /database/, path);
      assert.ok(headers.get('retry-after'), path);
    }
    assert.equal((await fetch(`${server.url}/health`)).status, 200);
    await send();

    await postgres.start();
    await eventually(
      'sessions work again',
      async () => (await ann.get('/v1/me')).status === 200,
      RECOVERY_MS,
    );
    const { token } = (await ann.post(`/v1/applications/${app.id}/tokens`, { name: 'Reports' })).json;
    const isRead = async () => (await server.get('/v1/interactions', String(token))).status === 200;
    await eventually('reading works again', isRead, RECOVERY_MS);
    await eventually(
      'everything sent meanwhile is stored',
      async () => (await storedIds(server, String(token))).length === sent.length,
      RECOVERY_MS,
    );
    assert.deepEqual((await storedIds(server, String(token))).toSorted(), sent.toSorted());
    const other = await ann.createApplication();
    assert.equal((await server.post(bytesOf(payloadOf('openai', 'chat', {}, other)))).status, 200);

    // A server started meanwhile waits for the database.
    await postgres.kill();
    const starting = startServer({ data: await tempFolder(), clickhouseUrl, env });
    assert.equal(await Promise.race([starting.then(() => 'started'), sleep(3000, 'waits')]), 'waits');
    await postgres.start();
    const second = await starting;
    test.after(() => second.stop());
    assert.equal((await second.post(bytesOf(payloadOf('openai', 'chat', {}, other)))).status, 200);
  });
});
