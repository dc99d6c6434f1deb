/** Users are found by their names, addresses and keys, within the reader's own applications only. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Ledger, UserList, UserNameList } from '@parley/contract';
import { Browser } from './support/browser.ts';
import { eventually } from './support/eventually.ts';
import { bytesOf, type Keys, payloadOf } from './support/payloads.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const STORE_MS = 60_000;
const LONG_AGO = Date.UTC(2025, 0, 1);
const LATELY = Date.UTC(2025, 5, 1);
const JANE = { userId: 'u_77', email: 'Jane.Smith@Example.com', firstName: 'Jane', lastName: 'Smith' };

describe('users', () => {
  let server: TestServer;
  let stranger: Browser;
  let theirApp = '';
  const cleanUps: (() => unknown)[] = [];

  before(async () => {
    const { url: clickhouseUrl } = await storeProxy({ after: (clean) => void cleanUps.unshift(clean) });
    server = await startServer({ data: await tempFolder(), clickhouseUrl });
    cleanUps.unshift(() => server.stop());
    stranger = await new Browser(server).signUp('stranger@example.com');
    const { id, ...keys } = await stranger.createApplication('Another');
    theirApp = id;
    const track = async (user: object | null, at: number, own?: Keys) => {
      const changes = { user, timestamps: { request: at, response: at + 10 } };
      const answer = await server.post(bytesOf(payloadOf('openai', 'chat', changes, own)));
      assert.equal(answer.status, 200, answer.text);
    };
    await track({ ...JANE, firstName: 'Jana' }, LONG_AGO - 1);
    await track(JANE, LONG_AGO);
    // From here on the application sends only the id.
    await track({ userId: 'u_77' }, LATELY);
    await track({ userId: 'u_78', firstName: 'ÉMILIE', lastName: 'Østby 100%' }, LATELY + 1);
    await track({ email: 'someone@smithy.example' }, LATELY + 2);
    await track({ firstName: 'Smith, but nobody' }, LATELY + 3);
    await track(null, LATELY + 4);
    await track({ ...JANE, lastName: 'Elsewhere' }, LATELY, keys);
    await eventually(
      'everything is in the store',
      async () => {
        const ledgers = [(await server.get('/v1/ledger')).json, (await stranger.get('/v1/ledger')).json];
        const days = ledgers.flatMap((ledger) => Ledger.parse(ledger).data);
        return days.length > 1 && days.every(({ waiting }) => waiting === 0);
      },
      STORE_MS,
    );
  });
  after(async () => {
    for (const clean of cleanUps) await clean();
  });

  const found = async (who: string, more = '&identified=true') => {
    const answer = await server.get(`/v1/users?who=${encodeURIComponent(who)}${more}`);
    return UserList.parse(answer.json).data.map(({ key }) => key);
  };
  const names = async (query: string) =>
    UserNameList.parse((await server.get(`/v1/user-names?${query}`)).json).data;

  it('are found by any part of their name, address or key, in any letter case', async () => {
    const cases: [who: string, keys: string[]][] = [
      ['smith', ['someone@smithy.example', 'u_77']],
      ['SMITH jane', ['u_77']],
      ['e.smith@ex', ['u_77']],
      ['_77', ['u_77']],
      ['U_7', ['u_78', 'u_77']],
      ['émil', ['u_78']],
      ['øst', ['u_78']],
      ['0%', ['u_78']],
      // The newest name is used.
      ['jana', []],
      // Characters special to SQL patterns are literal.
      ['%', ['u_78']],
      ['u_77%', []],
      ["' OR 1=1 --", []],
      ['\\', []],
    ];
    for (const [who, keys] of cases) {
      const called = await names(`who=${encodeURIComponent(who)}`);
      assert.deepEqual(
        called.map(({ key }) => key),
        keys,
        who,
      );
    }
    // The same with figures; only some cases, since it takes longer.
    for (const [who, keys] of [cases[0], cases[1], cases.at(-1)].filter((one) => one !== undefined))
      assert.deepEqual(await found(who), keys, who);
  });

  it('are found by a name given before the range, with the figures of the range', async () => {
    const answer = await server.get(`/v1/users?who=jane&from=${LATELY}`);
    const [jane, ...others] = UserList.parse(answer.json).data;
    assert.deepEqual([jane?.key, jane?.interactions, others], ['u_77', 1, []]);
  });

  it('without a name are listed separately, and only on request', async () => {
    assert.equal((await found('smith', '')).length, 3);
    assert.equal((await found('smith', '&identified=false')).length, 1);
    assert.equal((await found('smith', '&identified=true')).length, 2);
  });

  it('have their names looked up for many keys at once, whenever they were given', async () => {
    const asked = await names('user=u_77&user=u_78&user=nobody&user=someone@smithy.example');
    assert.deepEqual(
      asked.map(({ key, email, firstName, lastName }) => [key, firstName, lastName, email]),
      [
        ['someone@smithy.example', null, null, 'someone@smithy.example'],
        ['u_78', 'ÉMILIE', 'Østby 100%', null],
        ['u_77', 'Jane', 'Smith', 'Jane.Smith@Example.com'],
      ],
    );
    assert.deepEqual(
      (await names('who=smith&limit=1')).map(({ key }) => key),
      ['someone@smithy.example'],
    );
    const tooMany = Array.from({ length: 101 }, (_, i) => `user=${i}`).join('&');
    assert.equal((await server.get(`/v1/user-names?${tooMany}`)).status, 422);
  });

  it('of another account are not found: neither their names nor whether they exist', async () => {
    const theirs = UserNameList.parse((await stranger.get('/v1/user-names?user=u_77&user=u_78')).json).data;
    assert.deepEqual(
      theirs.map(({ key, lastName, appId }) => [key, lastName, appId]),
      [['u_77', 'Elsewhere', theirApp]],
    );
    assert.deepEqual(await found('elsewhere'), []);
    const sought = UserList.parse((await stranger.get('/v1/users?who=smith')).json).data;
    assert.deepEqual(
      sought.map(({ lastName }) => lastName),
      ['Elsewhere'],
    );
    assert.deepEqual(UserList.parse((await stranger.get('/v1/users?who=u_78')).json).data, []);
    for (const path of ['/v1/user-names', '/v1/users'])
      assert.equal((await server.get(`${path}?app=${theirApp}&who=jane`)).status, 403, path);
    assert.equal((await server.get('/v1/user-names', 'some-other-token')).status, 401);
  });
});
