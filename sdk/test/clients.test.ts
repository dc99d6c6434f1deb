/**
 * Runs the providers' real clients with and without Parley: the program must see the same, and Parley must
 * record what was said.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ListedInteraction } from '@parley/contract';
import { storedInteractions } from '../../server/test/support/all-stored.ts';
import { eventually } from '../../server/test/support/eventually.ts';
import { ledgerTotals } from '../../server/test/support/ledger-totals.ts';
import { listen } from '../../server/test/support/listen.ts';
import { startServer, type TestServer } from '../../server/test/support/server-process.ts';
import { storeProxy } from '../../server/test/support/store-proxy.ts';
import { tempFolder } from '../../server/test/support/temp-folder.ts';
import { Parley, type ParleyError } from '../src/index.ts';
import { ANSWER } from './support/answers.ts';
import { ANTHROPIC_CASES } from './support/anthropic-cases.ts';
import { BEDROCK_CASES } from './support/bedrock-cases.ts';
import type { Case, Expected } from './support/cases.ts';
import { modelServer } from './support/model-server.ts';
import { OPENAI_CASES } from './support/openai-cases.ts';
import { OTHER_CASES } from './support/other-cases.ts';

const CASES: readonly Case[] = [...OPENAI_CASES, ...ANTHROPIC_CASES, ...OTHER_CASES, ...BEDROCK_CASES];

/** Allows for a busy machine and for creating the store's tables. */
const STORED_MS = 60_000;

type Seen = Record<'without' | 'with', PromiseSettledResult<unknown>>;

describe('a program sees the same with and without Parley, and is recorded', () => {
  let server: TestServer;
  let interactions: ListedInteraction[] = [];
  const seen = new Map<string, Seen>();
  const errors: ParleyError[] = [];
  const cleanups: (() => void | Promise<void>)[] = [];

  before(async () => {
    const cleanup = { after: (clean: () => void | Promise<void>) => void cleanups.push(clean) };
    const url = `http://127.0.0.1:${await listen(cleanup, modelServer())}`;
    const store = await storeProxy(cleanup);
    server = await startServer({ data: await tempFolder(), clickhouseUrl: store.url });
    const parley = new Parley({ url: server.url, ...server.keys, onError: (error) => errors.push(error) });
    for (const { name, run } of CASES) {
      const context = { session: 'clients', user: { userId: '42' }, labels: { case: name } };
      seen.set(name, {
        without: await settled(run(fetch, url)),
        with: await parley.with(context, () => settled(run(parley.fetch, url, parley))),
      });
    }
    assert.equal(await parley.close(), true);
    await eventually(
      'the journal is drained',
      async () => {
        const { received, waiting } = await ledgerTotals(server);
        return received > 0 && waiting === 0;
      },
      STORED_MS,
    );
    interactions = await storedInteractions(server);
  });

  after(async () => {
    await server.stop();
    for (const cleanup of cleanups) await cleanup();
  });

  for (const { name, recorded } of CASES) {
    it(name, () => {
      const both = seen.get(name);
      if (both?.without.status === 'rejected') throw both.without.reason;
      assert.deepEqual(both?.with, both?.without);
      const found = interactions
        .filter(({ labels }) => labels?.case === name)
        .sort((a, b) => a.requestedAt.localeCompare(b.requestedAt));
      assert.deepEqual(found.map(factsOf), recorded);
      for (const { session, user, latencyMs } of found) {
        assert.equal(session, 'clients');
        assert.equal(user?.userId, '42');
        assert.ok(latencyMs !== null && latencyMs >= 0 && latencyMs < 60_000);
      }
    });
  }

  it('Parley receives each exchange once, without errors', async () => {
    const { received, stored, duplicate, rejected } = await ledgerTotals(server);
    const expected = CASES.flatMap(({ recorded }) => recorded).length;
    assert.deepEqual([received, stored, duplicate, rejected], [expected, expected, 0, 0]);
    assert.deepEqual(errors, []);
  });
});

async function settled(running: Promise<unknown>): Promise<PromiseSettledResult<unknown>> {
  const [outcome] = await Promise.allSettled([running]);
  return outcome;
}

function factsOf(interaction: ListedInteraction): Expected {
  const { format, type, requestedModel, outcome, outputText, toolCalls, usage, firstTokenMs, warnings } =
    interaction;
  const cut = warnings.some(({ code }) => code === 'stream_ended_early');
  const odd = warnings.filter(({ code }) => code !== 'stream_ended_early');
  assert.deepEqual(odd, []);
  if (cut) assert.ok(ANSWER.startsWith(outputText), outputText);
  return {
    ...{ format, type, requestedModel: requestedModel ?? '' },
    outcome: outcome === 'error' ? 'error' : 'ok',
    outputText: cut ? '' : outputText,
    toolCalls: toolCalls.map((call) => ({ name: call.name ?? '', arguments: call.arguments })),
    ...(cut ? { input: null, output: null } : { input: usage.input, output: usage.output }),
    ...{ streamed: firstTokenMs !== null, cut },
  };
}
