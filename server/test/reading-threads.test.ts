import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { UnpricedModelList } from '@parley/contract';
import { ApiError } from '../src/base/errors.ts';
import { Reading, type ReadingLimits } from '../src/reading/reading.ts';
import { eventually } from './support/eventually.ts';
import { listen } from './support/listen.ts';
import { testMetadata } from './support/metadata.ts';
import { tempFolder } from './support/temp-folder.ts';

const LIMITS = {
  threads: 2,
  atOnce: 2,
  waiting: { inAll: 4, perAsker: 2 },
  heapMegabytes: 64,
  stallMs: 60_000,
};
/** The threads run at the lowest priority: on a busy machine, they start late. */
const STARTED_MS = 60_000;
const ID_LINES = /^(?:[0-9a-f-]{36}\n)+$/;
const ROW = {
  format: 'openai',
  model: 'gpt-x',
  interactions: 1,
  input_tokens: 2,
  output_tokens: 3,
  first_seen: 0,
  last_seen: 0,
};
const ROW_LINE = `${JSON.stringify(ROW)}\n`;

describe('the reading threads', () => {
  it('answer with JSON as the contract describes it', async (test) => {
    const { reading } = await readingFrom(test, (_, response) => response.end(ROW_LINE));
    const bytes = await reading.query('me', 'listUnpricedModels', ['app_1'], {});
    const { data } = UnpricedModelList.parse(JSON.parse(new TextDecoder().decode(bytes)));
    assert.deepEqual([data.length, data[0]?.model, data[0]?.outputTokens], [1, 'gpt-x', 3]);
  });

  it('throw the same errors as this thread would, with the stack of unexpected ones', async (test) => {
    const { reading } = await readingFrom(test, (_, response) => response.end('{"format":"nonsense"}\n'));
    await assert.rejects(
      reading.query('me', 'listInteractions', ['app_1'], {
        orderBy: 'time',
        order: 'desc',
        limit: 5,
        cursor: 'nonsense',
      }),
      (error) => {
        assert.ok(error instanceof ApiError);
        assert.deepEqual([error.code, error.details.issues?.[0]?.path], ['invalid_query', 'cursor']);
        return true;
      },
    );
    await assert.rejects(reading.query('me', 'listUnpricedModels', ['app_1'], {}), (error) => {
      assert.ok(error instanceof Error && !(error instanceof ApiError));
      assert.match(error.message, /nonsense|Invalid/);
      assert.match(String(error.stack), /unpriced-models\.ts/, 'the stack names the place that threw it');
      return true;
    });
  });

  it('refuse a query that takes too much memory, and none that ran or waited beside it', async (test) => {
    const held: ServerResponse[] = [];
    const { reading, asked, died } = await readingFrom(
      test,
      ({ url }, response) => {
        if (url?.includes('app_huge')) pour(response);
        else if (died.length === 0) held.push(response);
        else response.end(ROW_LINE);
      },
      { threads: 1, atOnce: 8, waiting: { inAll: 100, perAsker: 100 } },
    );
    const ask = (app: string) => reading.query(app, 'listUnpricedModels', [app], {});
    const running = ['a', 'b', 'c'].map((name) => ask(`app_${name}`));
    await eventually('the queries have reached the store', () => asked.length === running.length, STARTED_MS);
    const huge = assert.rejects(ask('app_huge'), (error) => {
      assert.ok(error instanceof ApiError);
      assert.deepEqual([error.code, error.details.retryAfter], ['unavailable', 30]);
      assert.match(error.message, /too much memory: ask for a shorter range/);
      return true;
    });
    const waiting = ['d', 'e', 'f', 'g', 'h', 'i', 'j'].map((name) => ask(`app_${name}`));
    await huge;
    for (const bytes of await Promise.all([...running, ...waiting])) assert.ok(bytes.length > 0);
    // Once beside the others, and once alone.
    assert.equal(died.length, 2);
  });

  it('do not interrupt streams of other callers when a thread dies', async (test) => {
    const { reading, died } = await readingFrom(test, ({ url }, response) => {
      if (url?.includes('app_huge')) pour(response);
      else response.end(idsOf(100_000));
    });
    const stream = await reading.stream('me', 'derivedIds', null);
    const pieces = stream[Symbol.asyncIterator]();
    assert.match(String((await pieces.next()).value), ID_LINES);
    const filters = { apps: ['app_huge'] as const, query: {}, form: { as: 'csv', gzip: false } as const };
    await assert.rejects(reading.stream('them', 'exportInteractions', filters), ApiError);
    await assert.rejects(reading.query('them', 'listUnpricedModels', ['app_huge'], {}), ApiError);
    assert.equal(died.length, 2);
    assert.match(String((await pieces.next()).value), ID_LINES);
    stream.destroy();
  });

  it('answer other callers while one caller has more slow queries than there are slots', async (test) => {
    const { reading, asked } = await readingFrom(
      test,
      ({ url }, response) => {
        if (!url?.includes('app_slow')) response.end(ROW_LINE);
      },
      { waiting: { inAll: 100, perAsker: 100 } },
    );
    const slow = Array.from({ length: 50 }, () =>
      assert.rejects(reading.query('slow', 'listUnpricedModels', ['app_slow'], {}), ApiError),
    );
    await eventually(
      'the slots of one caller are in use',
      () => asked.length === (LIMITS.threads * LIMITS.atOnce) / 2,
      STARTED_MS,
    );
    assert.ok((await reading.query('me', 'listUnpricedModels', ['app_1'], {})).length > 0);
    await reading.close();
    await Promise.all(slow);
  });

  it('abort a query after the time limit, even if the store never answers', async (test) => {
    const { reading, died } = await readingFrom(test, () => {}, { timeLimitMs: 500 });
    await assert.rejects(reading.query('me', 'listUnpricedModels', ['app_1'], {}), /took too long/);
    assert.deepEqual(died, []);
  });

  it('abort the query of a client that disconnects', async (test) => {
    let left = false;
    const { reading, asked } = await readingFrom(test, (_, response) => {
      response.on('close', () => {
        left = true;
      });
    });
    const gone = new AbortController();
    const question = reading.query('me', 'listUnpricedModels', ['app_1'], {}, gone.signal);
    await eventually('the query has reached the store', () => asked.length === 1, STARTED_MS);
    gone.abort();
    await assert.rejects(question, ApiError);
    await eventually('the request to the store is aborted', () => left);
  });

  it('run a limited number of queries, queue some, and refuse the rest', async (test) => {
    let open = false;
    const held: ServerResponse[] = [];
    const { reading, asked } = await readingFrom(test, (_, response) => {
      if (open) response.end(ROW_LINE);
      else held.push(response);
    });
    const ask = (gone?: AbortSignal) => reading.query('me', 'listUnpricedModels', ['app_1'], {}, gone);
    const gone = new AbortController();
    // One caller gets half of the slots.
    const running = Array.from({ length: (LIMITS.threads * LIMITS.atOnce) / 2 }, () => ask());
    await eventually('the queries have reached the store', () => asked.length === running.length, STARTED_MS);
    const abandoned = assert.rejects(ask(gone.signal), ApiError);
    const queued = ask();
    await assert.rejects(ask(), (error) => error instanceof ApiError && error.code === 'rate_limited');
    gone.abort();
    open = true;
    for (const response of held) response.end(ROW_LINE);
    await Promise.all([...running, queued]);
    await abandoned;
    assert.equal(asked.length, running.length + 1, 'the aborted query never reached the store');
  });

  it('stop when they are closed, whatever they are doing', async (test) => {
    const { reading, asked } = await readingFrom(test, () => {});
    const question = reading.query('me', 'listUnpricedModels', ['app_1'], {});
    const refused = assert.rejects(question, ApiError);
    await eventually('the query has reached the store', () => asked.length === 1, STARTED_MS);
    await reading.close();
    await refused;
    await assert.rejects(reading.query('me', 'listUnpricedModels', ['app_1'], {}), ApiError);
  });

  it('read a stream no further than its consumer does', async (test) => {
    const PAGE = 100_000;
    const { reading, asked } = await readingFrom(test, (_, response) => response.end(idsOf(PAGE)));
    const stream = await reading.stream('me', 'derivedIds', null);
    const [first] = await stream.take(1).toArray();
    assert.match(String(first), ID_LINES);
    assert.ok(asked.length <= 2, `${asked.length} pages were queried`);

    // A stream that was never read can be destroyed, and one that is being read fails with its thread.
    (await reading.stream('me', 'derivedIds', null)).destroy();
    const cut = await reading.stream('me', 'derivedIds', null);
    await reading.close();
    await assert.rejects(async () => {
      for await (const _ of cut);
    }, ApiError);
  });
});

/** Reading from a fake store. */
async function readingFrom(
  test: TestContext,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  limits: Partial<ReadingLimits> = {},
) {
  const asked: IncomingMessage[] = [];
  const server = createServer(async (request, response) => {
    // The query for the size of the store, which is not counted.
    if ((await text(request)).includes('system.tables')) return void response.end();
    asked.push(request);
    answer(request, response);
  });
  const port = await listen(test, server);
  const metadata = await testMetadata(test);
  const died: Error[] = [];
  const reading = new Reading(
    {
      store: { kind: 'remote', url: `http://127.0.0.1:${port}/parley`, layout: { kind: 'single' } },
      limits: { seconds: 30, bytes: 1e9 },
      journal: await tempFolder(),
      metadata: metadata.address,
      node: 'node',
    },
    { onDied: (error) => died.push(error) },
    { ...LIMITS, ...limits },
  );
  test.after(() => reading.close());
  return { reading, asked, died };
}

/** Writes rows endlessly. */
function pour(response: ServerResponse): void {
  const rows = `${JSON.stringify({ ...ROW, model: 'm'.repeat(1000) })}\n`.repeat(1000);
  const more = () => {
    while (!response.destroyed && response.write(rows));
  };
  response.on('drain', more);
  more();
}

function idsOf(count: number): string {
  const id = (n: number) => `00000000-0000-8000-8000-${n.toString(16).padStart(12, '0')}`;
  return Array.from({ length: count }, (_, n) => `${JSON.stringify({ id: id(n) })}\n`).join('');
}
