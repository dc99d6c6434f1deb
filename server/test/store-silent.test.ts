/** An engine that hangs: status requests are answered at once and truthfully. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { Status, System } from '@parley/contract';
import { startEngine } from '../src/engine/engine.ts';
import { Store } from '../src/store/store.ts';
import { Browser, PASSWORD } from './support/browser.ts';
import { childOf } from './support/child-of.ts';
import { eventually } from './support/eventually.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { READ_TOKEN, startServer } from './support/server-process.ts';
import { tempFolder } from './support/temp-folder.ts';

const OPERATOR = 'operator@example.com';
/** Generous, since the engine may still have to be compiled. */
const STORE_MS = 120_000;
/** More than are answered at the same time. */
const QUESTIONS = 24;

it('a suspended engine delays neither /v1/system nor /v1/status, and both report it', async (test) => {
  const env = { PARLEY_INIT_EMAIL: OPERATOR, PARLEY_INIT_PASSWORD: PASSWORD, PARLEY_GRACE: '0' };
  const server = await startServer({ data: await tempFolder(), env });
  test.after(() => server.stop());
  const owner = await new Browser(server).signIn(OPERATOR);
  const status = async () => Status.parse((await owner.get('/v1/status')).json);
  const system = async () => System.parse((await owner.get('/v1/system')).json);
  const post = async () => assert.equal((await server.post(bytesOf(payloadOf()))).status, 200);
  const isWell = async () => {
    const { store, unavailable } = await system();
    return store.state === 'up' && store.size?.rows === 1 && unavailable.length === 0;
  };

  await post();
  await eventually('the store is up and says how large it is', isWell, STORE_MS);

  const engine = childOf(server.pid);
  process.kill(engine, 'SIGSTOP');
  const leaving = new AbortController();
  const headers = { Authorization: `Bearer ${READ_TOKEN}` };
  const asked = Array.from({ length: QUESTIONS }, () =>
    fetch(`${server.url}/v1/interactions`, { headers, signal: leaving.signal }).catch(() => null),
  );
  await post();
  await post();
  await eventually('the store is reported as unresponsive', async () => {
    await inTime('/v1/system', system);
    return (await inTime('/v1/status', status)).store.state === 'silent';
  });
  const { store, journal } = await status();
  assert.ok(store.silentSeconds >= 4, String(store.silentSeconds));
  assert.deepEqual([journal.waiting, journal.refusing], [2, null]);
  const silent = await inTime('/v1/system', system);
  assert.deepEqual([silent.store.state, silent.store.size?.rows], ['silent', 1], 'the last known value');
  assert.deepEqual(silent.unavailable, ['store.size']);
  assert.ok(Math.max(...silent.lastHour.map(({ lagSeconds }) => lagSeconds)) > 1);

  process.kill(engine, 'SIGCONT');
  leaving.abort();
  await Promise.all(asked);
  await eventually(
    'the store is healthy again',
    async () => {
      const after = await status();
      return after.store.state === 'up' && after.journal.waiting === 0;
    },
    STORE_MS,
  );
  await eventually('it is asked again', async () => (await system()).store.size?.rows === 3, STORE_MS);

  assert.deepEqual((await system()).store.restarts, { count: 0, last: null });
  process.kill(engine, 'SIGKILL');
  await eventually('the restart is reported', async () => {
    const { restarts } = (await system()).store;
    return restarts?.count === 1 && restarts.last?.reason === 'SIGKILL';
  });
});

it('an engine that stays suspended is killed and replaced', async (test) => {
  const exits: string[] = [];
  const engine = startEngine(join(await tempFolder(), 'store'), {
    onExit: (reason) => exits.push(reason),
    onOutput: () => {},
  });
  test.after(() => engine.stop());
  const store = new Store({ kind: 'embedded', socketPath: engine.socketPath });
  test.after(() => store.close());
  await eventually('it answers', () => store.ping(), STORE_MS);
  const [hung, startedAt] = [engine.pid() ?? 0, engine.startedAt()];
  process.kill(hung, 'SIGSTOP');
  engine.restart('it did not answer');
  await eventually('it has ended', () => exits.length > 0, STORE_MS);
  assert.deepEqual(exits, ['it did not answer']);
  await eventually('another one answers', () => store.ping(), STORE_MS);
  assert.notEqual(engine.pid(), hung);
  assert.ok(engine.startedAt() > startedAt);
});

/** Fails if the answer takes a second or longer. */
async function inTime<T>(what: string, ask: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const answer = await ask();
  const took = Math.round(performance.now() - from);
  assert.ok(took < 1000, `${what} took ${took} ms`);
  return answer;
}
