/** Responses that continue each other and were sent without a session form one session. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { InteractionList, SessionList } from '@parley/contract';
import { eventually } from './support/eventually.ts';
import { bytesOf, exchangeOf, type Json, payloadOf } from './support/payloads.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

/** Generous, since the machine may be busy and the engine may still have to be compiled. */
const STORED_MS = 60_000;

type Sent = { id: string; previous?: string; request?: Json; session?: string };

function responseOf({ id, previous, request = {}, session }: Sent): Buffer {
  const bodies = exchangeOf('openai', 'response');
  return bytesOf(
    payloadOf('openai', 'response', {
      request: {
        ...bodies.request,
        ...(previous === undefined ? {} : { previous_response_id: previous }),
        ...request,
      },
      response: { ...bodies.response, id, previous_response_id: previous ?? null },
      ...(session === undefined ? {} : { session }),
    }),
  );
}

async function send(server: TestServer, sent: Sent): Promise<void> {
  assert.equal((await server.post(responseOf(sent))).status, 200);
}

/** Sessions by the upstream's id, once `count` interactions are stored. */
async function sessionsOf(server: TestServer, count: number): Promise<Record<string, string | null>> {
  let found: Record<string, string | null> = {};
  await eventually(
    `${count} are stored`,
    async () => {
      const { status, json } = await server.get('/v1/interactions?limit=100');
      // The store may still be starting.
      if (status === 503) return false;
      const { data } = InteractionList.parse(json);
      found = Object.fromEntries(data.map(({ upstreamId, session }) => [upstreamId ?? '', session]));
      return data.length === count;
    },
    STORED_MS,
  );
  return found;
}

it('a response joins the session of its predecessor, from memory and from the store', async (test) => {
  const [data, store] = [await tempFolder(), await storeProxy(test)];
  const start = () => startServer({ data, clickhouseUrl: store.url });
  const first = await start();
  test.after(async () => void (await first.stop()));
  await send(first, { id: 'resp_a1', session: 'support' });
  await send(first, { id: 'resp_b1' });
  await send(first, { id: 'resp_b2', previous: 'resp_b1' });
  await send(first, { id: 'resp_c1', request: { store: false } });
  await send(first, { id: 'resp_d1', request: { conversation: 'conv_1' } });
  await sessionsOf(first, 5);
  await send(first, { id: 'resp_b3', previous: 'resp_b2' });
  await sessionsOf(first, 6);
  await first.stop();

  const second = await start();
  test.after(async () => void (await second.stop()));
  await send(second, { id: 'resp_a2', previous: 'resp_a1' });
  await send(second, { id: 'resp_a3', previous: 'resp_a2' });
  await send(second, { id: 'resp_b4', previous: 'resp_b3' });
  await send(second, { id: 'resp_d2', request: { conversation: { id: 'conv_1' } } });
  // The predecessor was never sent; its successors still find each other.
  await send(second, { id: 'resp_e2', previous: 'resp_e1' });
  await send(second, { id: 'resp_f1', session: 'another', previous: 'resp_a3' });
  assert.deepEqual(await sessionsOf(second, 12), {
    resp_a1: 'support',
    resp_a2: 'support',
    resp_a3: 'support',
    resp_b1: 'resp_b1',
    resp_b2: 'resp_b1',
    resp_b3: 'resp_b1',
    resp_b4: 'resp_b1',
    resp_c1: null,
    resp_d1: 'conv_1',
    resp_d2: 'conv_1',
    resp_e2: 'resp_e1',
    resp_f1: 'another',
  });
  const { data: sessions } = SessionList.parse((await second.get('/v1/sessions')).json);
  assert.equal(sessions.find(({ session }) => session === 'resp_b1')?.interactions, 4);
});

it('a response joins no session of another application', async (test) => {
  const [data, store] = [await tempFolder(), await storeProxy(test)];
  const server = await startServer({ data, clickhouseUrl: store.url });
  test.after(async () => void (await server.stop()));
  await send(server, { id: 'resp_1', session: 'theirs' });
  await sessionsOf(server, 1);
  await server.stop();

  const other = await startServer({
    data: await tempFolder(),
    clickhouseUrl: store.url,
    env: { PARLEY_INIT_APP_NAME: 'Another' },
  });
  test.after(async () => void (await other.stop()));
  await send(other, { id: 'resp_2', previous: 'resp_1' });
  assert.deepEqual(await sessionsOf(other, 1), { resp_2: 'resp_1' });
});
