/** Background jobs that fail are reported everywhere an operator looks, until they succeed. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ErrorBody, Ledger, Ready, System } from '@parley/contract';
import { connect, type StoreAddress } from '../src/store/client.ts';
import { connection, Store } from '../src/store/store.ts';
import { Browser, PASSWORD } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { startServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const TIMEOUT_MS = 120_000;
const OPERATOR = 'operator@example.com';

it('a stuck migration makes the server not ready, and /ready, /metrics, the System page and the log say why', async (test) => {
  const { url } = await storeProxy(test);
  const address: StoreAddress = { kind: 'remote', url };
  const store = new Store(connection(address, 0));
  const [outside, client] = [connect(address, 'default'), connect(address)];
  test.after(() => Promise.all([client.close(), outside.close(), store.close()]).then(() => {}));
  await eventually('the engine is up', () => store.ping(), TIMEOUT_MS);
  // A conflicting table that no migration step can change; one without rows would be created anew.
  await outside.command({ query: `CREATE DATABASE ${new URL(url).pathname.slice(1)}` });
  await client.command({ query: 'CREATE TABLE interactions (id UUID) ENGINE = Memory' });
  await client.command({ query: 'INSERT INTO interactions VALUES (generateUUIDv4())' });

  const server = await startServer({
    data: await tempFolder(),
    clickhouseUrl: url,
    env: { PARLEY_INIT_EMAIL: OPERATOR, PARLEY_INIT_PASSWORD: PASSWORD },
  });
  test.after(async () => void (await server.stop()));
  assert.equal((await server.post(bytesOf(payloadOf()))).status, 200);
  await eventually('it is not ready', async () => (await server.get('/ready')).status === 503, TIMEOUT_MS);
  const { message, issues } = ErrorBody.parse((await server.get('/ready')).json);
  assert.match(message, /^Not ready: the tables of the store cannot be brought up to date: .*\.$/);
  assert.deepEqual(
    issues.map(({ path, code }) => [path, code]),
    [['jobs.migration', 'failing']],
  );
  assert.equal((await server.get('/ready?for=ingest')).status, 200, 'ingest is ready all the same');
  assert.match(server.output(), /Updating the tables of the store failed; retrying/);
  assert.doesNotMatch(server.output(), /Storing interactions failed/);

  const owner = await new Browser(server).signIn(OPERATOR);
  const failing = async () => System.parse((await owner.get('/v1/system')).json).jobs;
  await eventually('the job was retried', async () => ((await failing())[0]?.failures ?? 0) > 1, TIMEOUT_MS);
  const [job] = await failing();
  assert.equal(job?.name, 'migration');
  assert.ok(Date.parse(job.since) <= Date.now() && job.lastError.length > 10, job.lastError);
  const metrics = (await server.get('/metrics')).text;
  assert.match(metrics, /^parley_job_failures\{name="migration"\} [1-9]/m);
  assert.match(metrics, /^parley_job_failing_seconds\{name="migration"\} \d/m);

  // Including what the first step, which succeeded with it, left behind.
  for (const table of ['interactions', 'rejections', 'migrations'])
    await client.command({ query: `DROP TABLE ${table}` });
  await eventually('it is ready', async () => (await server.get('/ready')).status === 200, TIMEOUT_MS);
  await eventually(
    'the waiting payload is stored',
    async () => Ledger.parse((await server.get('/v1/ledger')).json).data[0]?.stored === 1,
    TIMEOUT_MS,
  );
  assert.deepEqual(Ready.parse((await server.get('/ready')).json).jobs, []);
  assert.match(server.output(), /Updating the tables of the store works again/);
  assert.doesNotMatch((await server.get('/metrics')).text, /^parley_job_failures\{/m);
});
