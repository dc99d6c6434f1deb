/** `kill -9` at random moments under load: every acknowledged payload is stored exactly once. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Ledger, type ListedInteraction } from '@parley/contract';
import { storedInteractions } from './support/all-stored.ts';
import { eventually } from './support/eventually.ts';
import { ledgerTotals } from './support/ledger-totals.ts';
import { orLong } from './support/long.ts';
import { callSpan, exportOf, newTraceId, plainSpan, sendOtlp } from './support/otlp.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { allScores, sendScores } from './support/scores.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const CLIENTS = 4;

/**
 * A client's endpoint: `send` resolves to the names of what was acknowledged, and fails when the server is
 * gone.
 */
type Path = {
  rounds: number;
  send: (server: TestServer, session: string) => Promise<string[]>;
  /** Names of all that is stored, as `send` returns them. */
  stored: (server: TestServer) => Promise<string[]>;
  /** The column of the ledger that counts it. */
  column: 'stored' | 'scores';
  /** Maximum number of interactions that one call of `send` can store. */
  each: number;
};

const PATHS: Readonly<Record<string, Path>> = {
  '/track': {
    rounds: orLong(12, 20),
    send: track,
    stored: interactionsBy(({ id }) => id),
    column: 'stored',
    each: 1,
  },
  '/v1/traces': {
    rounds: orLong(6, 8),
    send: exportSpans,
    stored: interactionsBy(({ trace }) => trace?.spanId ?? ''),
    column: 'stored',
    each: 3,
  },
  '/v1/scores': { rounds: orLong(6, 8), send: score, stored: scoreIds, column: 'scores', each: 2 },
};

function interactionsBy(nameOf: (record: ListedInteraction) => string): Path['stored'] {
  return async (server) => (await storedInteractions(server)).map(nameOf);
}

describe('kill -9 under load', () => {
  for (const [path, { rounds, send, stored: storedIn, column, each }] of Object.entries(PATHS)) {
    it(`loses and duplicates nothing of ${path} in ${rounds} rounds`, async (test) => {
      const { url: clickhouseUrl } = await storeProxy(test);
      const data = await tempFolder();
      const acknowledged = new Set<string>();
      let sent = 0;
      const client = async (server: TestServer, name: string) => {
        for (let n = 0; n < 25; n++) {
          sent += each;
          try {
            for (const taken of await send(server, `${name}.${n}`)) acknowledged.add(taken);
          } catch {
            return;
          }
        }
      };

      for (let round = 0; round < rounds; round++) {
        const server = await startServer({ data, clickhouseUrl });
        const clients = Array.from({ length: CLIENTS }, (_, i) => client(server, `${round}.${i}`));
        // Any moment from before the first commit to the middle of an insert.
        await sleep(Math.random() * (round % 4 === 0 ? 3000 : 400));
        server.signal('SIGKILL');
        assert.equal(await server.ended, 'SIGKILL');
        await Promise.all(clients);
      }
      assert.ok(acknowledged.size > 0);

      const server = await startServer({ data, clickhouseUrl });
      test.after(() => server.stop());
      await eventually(
        'the journal is drained',
        async () => (await ledgerTotals(server)).waiting === 0,
        500_000,
      );
      const stored = await storedIn(server);
      const distinct = new Set(stored);
      assert.equal(stored.length, distinct.size, 'no interaction is stored twice');
      assert.deepEqual([...acknowledged.difference(distinct)], [], 'no acknowledged interaction is missing');
      // Unacknowledged payloads may be stored, since the response was cut off, but nothing else may.
      assert.ok(distinct.size <= sent);
      const { data: days } = Ledger.parse((await server.get('/v1/ledger')).json);
      for (const { received, stored: kept, duplicate, rejected, ignored, scores } of days) {
        assert.equal(received, kept + duplicate + rejected + ignored + scores);
      }
      const counted = (await ledgerTotals(server))[column];
      // A score that is sent again counts again.
      if (column === 'scores') assert.ok(counted >= distinct.size && counted <= 2 * sent);
      else assert.equal(counted, distinct.size);
      test.diagnostic(`${acknowledged.size} acknowledged, ${distinct.size} stored, ${sent} sent`);
    });
  }
});

/** Sends every request twice, as a client does whose first response was lost. */
async function score(server: TestServer, name: string): Promise<string[]> {
  const at = Date.now();
  const scores = [0, 1].map((value) => ({ session: name, name: 'kills', value, id: `${name} ${value}`, at }));
  const send = () => sendScores(server, scores);
  const { status, json } = await send();
  if (status !== 200) return [];
  await send();
  return json.ids as string[];
}

async function scoreIds(server: TestServer): Promise<string[]> {
  return (await allScores(server)).map(({ id }) => id);
}

async function track(server: TestServer, session: string): Promise<string[]> {
  const { status, json } = await server.post(bytesOf(payloadOf('openai', 'chat', { session })));
  return status === 200 ? [String(json.id)] : [];
}

/** Sends every export twice, as a client does whose first response was lost. */
async function exportSpans(server: TestServer, session: string): Promise<string[]> {
  const traceId = newTraceId();
  const attributes = { 'gen_ai.conversation.id': session };
  const calls = Array.from({ length: 3 }, () => callSpan({ traceId, attributes }));
  const body = exportOf([...calls, plainSpan({ traceId })], 'protobuf');
  const send = () => sendOtlp(server, body, { encoding: 'protobuf' });
  const answers = await Promise.allSettled([send(), send()]);
  if (answers.every((answer) => answer.status === 'rejected')) throw new Error('The server is gone.');
  const taken = answers.some((answer) => answer.status === 'fulfilled' && answer.value.status === 200);
  return taken ? calls.map(({ spanId }) => String(spanId)) : [];
}
