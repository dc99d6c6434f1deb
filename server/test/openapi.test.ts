/** Every operation responds as the OpenAPI document describes, whatever it is sent. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { Ledger, type OpenApi } from '@parley/contract';
import fc from 'fast-check';
import { createApplication } from '../src/accounts/applications/create-application.ts';
import { createToken } from '../src/accounts/keys/create-token.ts';
import { openMetadata } from '../src/metadata/database.ts';
import { Browser, PASSWORD } from './support/browser.ts';
import {
  answerChecker,
  type Call,
  callsOf,
  type Described,
  describedOperations,
} from './support/described-calls.ts';
import { eventually } from './support/eventually.ts';
import { orLong } from './support/long.ts';
import { metadataAddressOf } from './support/metadata-address.ts';
import { bytesOf, payloadOf, TEST_KEYS } from './support/payloads.ts';
import { NO_STORE, READ_TOKEN, startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

/** Fixed, so that every run makes the same calls; fast-check prints how to repeat a failure. */
const SEED = Number(process.env.PARLEY_FUZZ_SEED ?? 20_250_601);
/** Time for fuzzing all operations without a store. */
const TOTAL_MS = orLong(20_000, 600_000);
/** Maximum time for fuzzing one operation that reads the store. */
const OPERATION_MS = orLong(8_000, 60_000);
const TIMEOUT_MS = orLong(240_000, 3_600_000);
const OWNER = 'owner@example.com';
/** Run last, since afterwards the caller's session or application is gone. */
const RUN_LAST = ['archiveApplication', 'deleteApplication', 'changePassword', 'endLoginSession', 'signOut'];
const STORE_MS = 60_000;

describe('every operation', () => {
  it('responds as described without a store, whatever it is sent', {
    timeout: TIMEOUT_MS,
  }, async (test) => {
    const { server, fuzz } = await fuzzer(test, NO_STORE);
    const document = await documentOf(server);
    const operations = describedOperations(document).sort(lastOnes);
    const limits = { numRuns: orLong(40, 2000), forMs: TOTAL_MS / operations.length };
    for (const described of operations) await fuzz(document, described, limits);
    assert.equal((await fetch(`${server.url}/health`)).status, 200);
    assert.doesNotMatch(server.output(), /unexpected error/);
  });

  it('responds as described with a store', { timeout: TIMEOUT_MS }, async (test) => {
    const { url } = await storeProxy(test);
    const { server, fuzz } = await fuzzer(test, url);
    await drained(server);
    const document = await documentOf(server);
    for (const described of describedOperations(document)) {
      if (!described.operation.security.some((schemes) => 'readToken' in schemes)) continue;
      await fuzz(document, described, { numRuns: orLong(6, 100), forMs: OPERATION_MS });
    }
    assert.equal((await fetch(`${server.url}/health`)).status, 200);
    assert.doesNotMatch(server.output(), /unexpected error/);
  });
});

function lastOnes(a: Described, b: Described): number {
  return RUN_LAST.indexOf(a.operation.operationId) - RUN_LAST.indexOf(b.operation.operationId);
}

/**
 * Number of calls, and the time after which no further one starts; at least one is made, however slow the
 * machine.
 */
type Limits = { numRuns: number; forMs: number };

async function fuzzer(test: TestContext, clickhouseUrl: string) {
  const data = await tempFolder();
  const env = { PARLEY_GRACE: '0', PARLEY_INIT_EMAIL: OWNER, PARLEY_INIT_PASSWORD: PASSWORD };
  const server = await startServer({ data, clickhouseUrl, env });
  test.after(() => server.stop());
  const other = await otherTenant(data);
  const owner = await new Browser(server).signIn(OWNER);
  const known = await someData(server, owner);
  const askers = {
    readToken: { Authorization: `Bearer ${READ_TOKEN}` },
    appKey: { 'x-parley-app-key': TEST_KEYS.appKey, 'x-parley-api-key': TEST_KEYS.apiKey },
    bothKeys: { Authorization: `Basic ${btoa(`${TEST_KEYS.appKey}:${TEST_KEYS.apiKey}`)}` },
    session: { Cookie: owner.cookieHeader(), Origin: server.url },
    others: [
      {},
      { Authorization: `Bearer ${other}` },
      { Authorization: 'Bearer wrong' },
      { Authorization: 'Basic eDp5', Cookie: 'parley.session_token=wrong' },
      { Cookie: owner.cookieHeader(), Origin: 'https://elsewhere.example' },
    ],
  };

  return {
    server,
    async fuzz(document: OpenApi, described: Described, { numRuns, forMs }: Limits): Promise<void> {
      const check = answerChecker(document);
      const calls = callsOf({ document, askers, known }, described);
      const end = performance.now() + forMs;
      let asked = 0;
      await fc.assert(
        fc.asyncProperty(calls, async (call) => {
          if (asked++ > 0 && performance.now() > end) return;
          const { status, type, text } = await send(server, call);
          check(described, call, status, type, text);
        }),
        { seed: SEED, endOnFailure: true, numRuns },
      );
    },
  };
}

/** Another application on the same server, with its own token. */
async function otherTenant(data: string): Promise<string> {
  const metadata = openMetadata(metadataAddressOf(data));
  const { id: appId } = await createApplication(metadata.db, { name: 'Another' });
  const { token } = await createToken(metadata.db, { appId, name: 'another', scopes: ['read', 'replay'] });
  await metadata.close();
  return token;
}

/** An interaction, a rejection, and objects that refer to them. */
async function someData(server: TestServer, owner: Browser): Promise<Record<string, string>> {
  const changes = { session: 'S1', user: { userId: 'jane' }, timestamps: { request: Date.UTC(2025, 5, 1) } };
  const kept = await server.post(bytesOf(payloadOf('openai', 'chat', changes)));
  const refused = await server.post(bytesOf(payloadOf('openai', 'chat', { session: ['no name'] })));
  assert.deepEqual([kept.status, refused.status], [200, 422]);
  const ledger = Ledger.parse((await server.get('/v1/ledger')).json);
  return {
    id: String(kept.json.id),
    key: 'jane',
    file: 'style.css',
    appId: ledger.data[0]?.appId ?? '',
    accountId: await owner.account(),
  };
}

async function drained(server: TestServer): Promise<void> {
  await eventually(
    'everything is in the store',
    async () =>
      Ledger.parse((await server.get('/v1/ledger')).json).data.every(({ waiting }) => waiting === 0),
    STORE_MS,
  );
}

async function documentOf(server: TestServer): Promise<OpenApi> {
  const response = await fetch(`${server.url}/openapi.json`);
  assert.equal(response.status, 200);
  const { appKey, apiKey } = TEST_KEYS;
  const text = (await response.text()).replaceAll('pk_…', appKey).replaceAll('sk_…', apiKey);
  // The server's own document, with valid keys; a unit test checks that the document is valid.
  return JSON.parse(text) as OpenApi;
}

/** Sends a call as it is, and reads only the head of an endless response. */
async function send(server: TestServer, { method, url, headers, body }: Call) {
  const stop = new AbortController();
  const response = await fetch(server.url + url, {
    method,
    headers,
    body: body ?? null,
    redirect: 'manual',
    signal: stop.signal,
  });
  const type = response.headers.get('content-type') ?? '';
  const endless = type.startsWith('text/event-stream');
  const text = endless ? '' : await response.text();
  if (endless) stop.abort();
  return { status: response.status, type, text };
}
