/**
 * A disk that fills up: the journal stops early enough for the store to catch up, and everything continues.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { storedIds } from './support/all-stored.ts';
import { Browser, PASSWORD } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { ledgerTotals } from './support/ledger-totals.ts';
import { type Run, runParley } from './support/parley-command.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { type Answer, startServer } from './support/server-process.ts';
import { fillDisk, smallDisk } from './support/small-disk.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const DISK_MB = 240;
/** Random bytes, which do not compress. */
const BODY_BYTES = 500_000;
const STORED_MS = 240_000;
const OWNER = 'ann@example.com';

it('with PARLEY_DISK_FLOOR=0, a full disk is a 503 until the store has caught up, and nothing acknowledged is lost', async (test) => {
  const disk = await smallDisk(test, DISK_MB);
  if (disk === null) return;
  const server = await startServer({ data: join(disk, 'data'), env: { PARLEY_DISK_FLOOR: '0' } });
  test.after(() => server.signal('SIGKILL'));
  const acknowledged: string[] = [];
  const post = async (): Promise<Answer> => {
    const image = `data:image/png;base64,${randomBytes((BODY_BYTES * 3) / 4).toString('base64')}`;
    const content = [{ type: 'image_url', image_url: { url: image } }];
    const request = { model: 'gpt-4o', messages: [{ role: 'user', content }] };
    const answer = await server.post(bytesOf(payloadOf('openai', 'chat', { request })));
    if (answer.status === 200) acknowledged.push(String(answer.json.id));
    return answer;
  };

  let refused = await post();
  for (let i = 0; refused.status === 200 && i < (2 * DISK_MB * 1e6) / BODY_BYTES; i++) refused = await post();
  assert.deepEqual([refused.status, refused.json.code], [503, 'unavailable'], refused.text);
  assert.match(String(refused.json.message), /must stay free for the store to take in what waits/);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  const before = acknowledged.length;
  test.diagnostic(`${before} payloads of ${BODY_BYTES} bytes were taken before the first 503`);

  await eventually(
    'payloads are accepted again',
    async () => {
      if ((await post()).status === 200) return true;
      await sleep(200);
      return false;
    },
    STORED_MS,
  );
  await eventually('all is stored', async () => (await ledgerTotals(server)).waiting === 0, STORED_MS);
  const { received, stored } = await ledgerTotals(server);
  assert.deepEqual([received, stored], [acknowledged.length, acknowledged.length]);
  assert.deepEqual((await storedIds(server)).toSorted(), acknowledged.toSorted());
});

it('a disk filled by others is a 503 for payloads and changes, and everything recovers once there is room', async (test) => {
  const disk = await smallDisk(test, 64);
  if (disk === null) return;
  const { url: clickhouseUrl } = await storeProxy(test);
  const owner = { PARLEY_INIT_EMAIL: OWNER, PARLEY_INIT_PASSWORD: PASSWORD };
  const server = await startServer({ data: join(disk, 'data'), clickhouseUrl, env: owner });
  test.after(() => server.signal('SIGKILL'));
  const browser = await new Browser(server).signIn(OWNER);
  const account = await browser.account();
  const acknowledged: string[] = [];
  const post = async (): Promise<Answer> => {
    const answer = await server.post(bytesOf(payloadOf()));
    if (answer.status === 200) acknowledged.push(String(answer.json.id));
    return answer;
  };
  const createApplication = () => browser.post(`/v1/accounts/${account}/applications`, { name: 'Shop' });
  const load = async () => {
    for (let n = 0; n < 30; n++) await post();
  };

  const loads = [load(), load(), load()];
  const makeRoom = fillDisk(disk);
  await Promise.all(loads);
  await eventually('payloads are refused', async () => (await post()).status === 503);
  const refused = await post();
  assert.deepEqual([refused.json.code, refused.headers.has('retry-after')], ['unavailable', true]);
  assert.match(String(refused.json.message), /^Nothing was kept: .*(free|no space)/);
  assert.equal((await server.get('/ready')).status, 503);
  const changes = {
    'a new application': createApplication,
    'a new name': () => browser.send('PATCH', '/v1/me', { name: 'Ann' }),
    'a sign-in': () => new Browser(server).post('/v1/auth/sign-in', { email: OWNER, password: PASSWORD }),
  };
  for (const [what, make] of Object.entries(changes)) {
    const { status, json, headers } = await make();
    assert.deepEqual([status, json.code], [503, 'unavailable'], `${what}: ${JSON.stringify(json)}`);
    assert.match(String(json.message), /disk is full.* Nothing was changed/);
    assert.ok(Number(headers.get('retry-after')) > 0);
  }
  assert.equal((await browser.get('/v1/me')).status, 200, 'stored interactions can be read');

  makeRoom();
  await eventually('payloads are accepted again', async () => (await post()).status === 200);
  await eventually('it is ready', async () => (await server.get('/ready')).status === 200);
  for (const [what, make] of Object.entries(changes)) assert.equal((await make()).status, 200, what);
  await eventually('all is stored', async () => (await ledgerTotals(server)).waiting === 0, STORED_MS);
  assert.deepEqual((await storedIds(server)).toSorted(), acknowledged.toSorted());
  const { applications } = (await browser.get('/v1/me')).json as { applications: { name: string }[] };
  assert.equal(
    applications.filter(({ name }) => name === 'Shop').length,
    1,
    'refused payloads are not stored',
  );
});

it('commands and a start report a full or read-only disk in one sentence, and succeed later', async (test) => {
  const disk = await smallDisk(test, 64);
  if (disk === null) return;
  const { url: clickhouseUrl } = await storeProxy(test);
  const data = await tempFolder();
  const server = await startServer({ data, clickhouseUrl });
  test.after(() => server.signal('SIGKILL'));
  assert.equal((await server.post(bytesOf(payloadOf()))).status, 200);
  await eventually('it is stored', async () => (await ledgerTotals(server)).waiting === 0, STORED_MS);
  const here = { PARLEY_CLICKHOUSE_URL: clickhouseUrl };
  const backUp = () => runParley(data, ['backup', '--to', join(disk, 'backup')], here);
  const create = () => runParley(join(disk, 'data'), ['app', 'create', '--name', 'Shop'], here);
  const serve = () => runParley(join(disk, 'data'), ['serve', '--port', '0'], here);
  assert.equal((await create()).code, 0);

  const makeRoom = fillDisk(disk);
  for (const run of [backUp, create, serve]) saysWhy(await run(), /full/);
  makeRoom();
  execFileSync('mount', ['-o', 'remount,ro', disk]);
  for (const run of [backUp, create, serve]) saysWhy(await run(), /takes no writes/);
  const doctor = await runParley(join(disk, 'data'), ['doctor'], here);
  assert.match(doctor.stdout, /✗ data folder .* takes no writes/);
  execFileSync('mount', ['-o', 'remount,rw', disk]);
  for (const run of [backUp, create]) {
    const { code, stderr } = await run();
    assert.equal(code, 0, stderr);
  }
});

/** One line, without a stack trace. */
function saysWhy({ code, stderr }: Run, why: RegExp): void {
  assert.equal(code, 1, stderr);
  const lines = stderr.trim().split('\n');
  assert.match(lines.at(-1) ?? '', why);
  assert.equal(lines.length, 1, stderr);
}
