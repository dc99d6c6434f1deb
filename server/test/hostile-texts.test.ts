/**
 * NUL, other control characters and lone surrogates in every text field: refused or accepted, never a server
 * error.
 */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Ledger, type OpenApi, ROUTES } from '@parley/contract';
import { Browser, PASSWORD } from './support/browser.ts';
import { describedOperations } from './support/described-calls.ts';
import { eventually } from './support/eventually.ts';
import { bytesOf, payloadOf, TEST_KEYS } from './support/payloads.ts';
import { NO_STORE, READ_TOKEN, startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';
import { type TextCall, textPlaces } from './support/text-places.ts';

const OWNER = 'owner@example.com';
const TEXTS = {
  'a NUL': 'a\0b',
  'an escape': 'a\u001bb',
  'a line break': 'a\nb',
  'a C1 control character': 'a\u0085b',
  'half a pair': 'a\ud83db',
  'the other half': '\ude00',
};
const STORED_MS = 120_000;
/** Status of a call that reaches the store, which is down. */
const STORE_DOWN = 503;

describe('a text with control characters', () => {
  it('is refused or accepted in every field, and never causes a server error', {
    timeout: 280_000,
  }, async (test) => {
    const { server, document, owner, known } = await start(test, NO_STORE);
    const failed: string[] = [];
    const taken = new Set<string>();
    for (const described of describedOperations(document)) {
      const { operationId } = described.operation;
      const { places, callWith } = textPlaces(document, described, known);
      for (const [what, text] of Object.entries(TEXTS)) {
        for (const place of places) {
          const call = callWith([place], text);
          const status = await send(server, operationId, owner, call);
          const asksStore = accessOf(operationId) === 'application' || operationId === 'ready';
          const isFailure = status >= 500 && !(asksStore && status === STORE_DOWN);
          const where = `${operationId}, ${place.name}`;
          if (isFailure) failed.push(`${status}: ${what} in ${where}: ${JSON.stringify(call)}`);
          if (status < 300) taken.add(where);
        }
      }
    }
    assert.deepEqual(failed, []);
    assert.doesNotMatch(server.output(), /unexpected error/);
    const operations = describedOperations(document).map(({ operation }) => operation.operationId);
    assert.deepEqual(operations.toSorted(), Object.keys(ROUTES).toSorted());
    const named = [...taken].filter((place) =>
      /, body (name|accountName|email|newPassword|model)$/.test(place),
    );
    assert.deepEqual(named, []);
    // The session was valid up to the last call.
    assert.equal((await owner.get('/v1/me')).status, 200);
  });

  it('is searched for in the store like any other text', { timeout: 280_000 }, async (test) => {
    const away = await start(test, NO_STORE);
    const { url } = await storeProxy(test);
    const { server, owner, document, known } = await start(test, url);
    await eventually(
      'everything is in the store',
      async () => (await ledgerOf(server)).data.every(({ waiting }) => waiting === 0),
      STORED_MS,
    );
    const text = Object.values(TEXTS).join('');
    const failed: string[] = [];
    let asked = 0;
    for (const described of describedOperations(document)) {
      const { operationId } = described.operation;
      if (accessOf(operationId) !== 'application') continue;
      const { places, callWith } = textPlaces(document, described, known);
      // Calls that reach the store run concurrently, since each takes time.
      const reaching: typeof places = [];
      for (const place of places) {
        const status = await send(away.server, operationId, away.owner, callWith([place], text));
        if (status === STORE_DOWN) reaching.push(place);
      }
      const cursors = reaching.filter(({ name }) => name.startsWith('query cursor'));
      const others = reaching.filter((place) => !cursors.includes(place));
      for (const together of [others, ...cursors.map((cursor) => [cursor])]) {
        if (together.length === 0) continue;
        asked++;
        const status = await send(server, operationId, owner, callWith(together, text));
        const where = together.map(({ name }) => name).join(', ');
        if (status !== 200 && status !== 404) failed.push(`${status}: ${operationId}, ${where}`);
      }
    }
    assert.deepEqual(failed, []);
    assert.ok(asked > 10, `${asked} calls`);
    assert.doesNotMatch(server.output(), /unexpected error/);
  });
});

function accessOf(operationId: string) {
  return Object.entries(ROUTES).find(([name]) => name === operationId)?.[1].access.kind;
}

let calls = 0;

/** Calls with valid credentials. */
async function send(
  server: TestServer,
  operationId: string,
  owner: Browser,
  call: TextCall,
): Promise<number> {
  const session = { Cookie: owner.cookieHeader(), Origin: server.url };
  const token = { Authorization: `Bearer ${READ_TOKEN}` };
  const keys = { 'x-parley-app-key': TEST_KEYS.appKey, 'x-parley-api-key': TEST_KEYS.apiKey };
  const asker = {
    public: { Origin: server.url },
    application: token,
    keys,
    login: session,
    member: session,
    queue: session,
  };
  const { method, url, body } = call;
  const response = await fetch(server.url + url, {
    method,
    redirect: 'manual',
    headers: {
      ...asker[accessOf(operationId) ?? 'public'],
      // Limits on guessing are per address.
      'X-Forwarded-For': `2001:db8:${(++calls).toString(16)}::1`,
      'User-Agent': 'a\u0085b',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  // The tail does not end by itself.
  await response.body?.cancel();
  return response.status;
}

async function ledgerOf(server: TestServer): Promise<Ledger> {
  return Ledger.parse((await server.get('/v1/ledger')).json);
}

async function start(test: TestContext, clickhouseUrl: string) {
  const server = await startServer({
    data: await tempFolder(),
    clickhouseUrl,
    env: {
      PARLEY_GRACE: '0',
      PARLEY_TRUST_PROXY: '1',
      PARLEY_INIT_EMAIL: OWNER,
      PARLEY_INIT_PASSWORD: PASSWORD,
    },
  });
  test.after(() => server.stop());
  const owner = await new Browser(server).signIn(OWNER);
  const changes = { session: 'S1', user: { userId: 'jane' } };
  const kept = await server.post(bytesOf(payloadOf('openai', 'chat', changes)));
  assert.equal(kept.status, 200, kept.text);
  const refused = await server.post(bytesOf(payloadOf('openai', 'chat', { session: ['no name'] })));
  assert.equal(refused.status, 422, refused.text);
  const appId = (await ledgerOf(server)).data[0]?.appId ?? '';
  const accountId = await owner.account();
  const { appKey, apiKey } = TEST_KEYS;
  const text = (await (await fetch(`${server.url}/openapi.json`)).text())
    .replaceAll('pk_…', appKey)
    .replaceAll('sk_…', apiKey)
    .replaceAll(/app_[0-9a-f]{18}/g, appId);
  const known = {
    id: kept.json.id,
    key: 'jane',
    file: 'style.css',
    appId,
    app: appId,
    accountId,
    email: OWNER,
    password: PASSWORD,
    currentPassword: PASSWORD,
    newPassword: PASSWORD,
  };
  // The server's own document, with existing keys and an existing application.
  return { server, document: JSON.parse(text) as OpenApi, owner, known };
}
