import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { UnpricedModelList } from '@parley/contract';
import { eventually } from '../../test/support/eventually.ts';
import { listen } from '../../test/support/listen.ts';
import { testMetadata } from '../../test/support/metadata.ts';
import { tempFolder } from '../../test/support/temp-folder.ts';
import { ApiError } from '../errors.ts';
import { Reading } from './reading.ts';

const LIMITS = { threads: 2, questions: 2, waiting: 2, heapMegabytes: 64 };
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

describe('the threads that read', () => {
  it('answer with the JSON that the contract describes', async (test) => {
    const { reading } = await readingFrom(test, (_, response) => response.end(ROW_LINE));
    const bytes = await reading.answer('listUnpricedModels', ['app_1'], {});
    const { data } = UnpricedModelList.parse(JSON.parse(new TextDecoder().decode(bytes)));
    assert.deepEqual([data.length, data[0]?.model, data[0]?.outputTokens], [1, 'gpt-x', 3]);
  });

  it('refuse as if they were this thread, and say what went wrong where nobody expected it', async (test) => {
    const { reading } = await readingFrom(test, (_, response) => response.end('{"format":"nonsense"}\n'));
    await assert.rejects(
      reading.answer('listInteractions', ['app_1'], {
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
    await assert.rejects(reading.answer('listUnpricedModels', ['app_1'], {}), (error) => {
      assert.ok(error instanceof Error && !(error instanceof ApiError));
      assert.match(error.message, /nonsense|Invalid/);
      assert.match(String(error.stack), /unpriced-models\.ts/, 'the trace leads to where it was thrown');
      return true;
    });
  });

  it('are started again when one ends, and its questions are refused', async (test) => {
    let endless = true;
    const { reading, died } = await readingFrom(test, (_, response) => {
      if (endless) pour(response);
      else response.end(ROW_LINE);
    });
    await assert.rejects(reading.answer('listUnpricedModels', ['app_1'], {}), (error) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.code, 'unavailable');
      assert.match(error.message, /too much memory/);
      return true;
    });
    await eventually('its end is reported', () => died.length === 1);
    endless = false;
    assert.ok((await reading.answer('listUnpricedModels', ['app_1'], {})).length > 0);
  });

  it('stop asking for somebody who has gone', async (test) => {
    let left = false;
    const { reading, asked } = await readingFrom(test, (_, response) => {
      response.on('close', () => {
        left = true;
      });
    });
    const gone = new AbortController();
    const question = reading.answer('listUnpricedModels', ['app_1'], {}, gone.signal);
    await eventually('it is asked', () => asked.length === 1);
    gone.abort();
    await assert.rejects(question, ApiError);
    await eventually('the store is left, too', () => left);
  });

  it('take so many questions at a time, let some wait, and refuse the rest', async (test) => {
    let open = false;
    const waiting: ServerResponse[] = [];
    const { reading, asked } = await readingFrom(test, (_, response) => {
      if (open) response.end(ROW_LINE);
      else waiting.push(response);
    });
    const ask = () => reading.answer('listUnpricedModels', ['app_1'], {});
    const gone = new AbortController();
    const running = Array.from({ length: LIMITS.threads * LIMITS.questions }, ask);
    await eventually('all of them are asked', () => asked.length === running.length);
    const abandoned = assert.rejects(
      reading.answer('listUnpricedModels', ['app_1'], {}, gone.signal),
      ApiError,
    );
    const queued = ask();
    await assert.rejects(ask(), ApiError);
    gone.abort();
    open = true;
    for (const response of waiting) response.end(ROW_LINE);
    await Promise.all([...running, queued]);
    await abandoned;
    assert.equal(asked.length, running.length + 1, 'nothing was asked for who had gone');
  });

  it('end when they are closed, whatever they are doing', async (test) => {
    const { reading, asked } = await readingFrom(test, () => {});
    const question = reading.answer('listUnpricedModels', ['app_1'], {});
    const refused = assert.rejects(question, ApiError);
    await eventually('it is asked', () => asked.length === 1);
    await reading.close();
    await refused;
    await assert.rejects(reading.answer('listUnpricedModels', ['app_1'], {}), ApiError);
  });

  it('read on as far as somebody takes a stream, and no further', async (test) => {
    const PAGE = 100_000;
    const { reading, asked } = await readingFrom(test, (_, response) => response.end(idsOf(PAGE)));
    const stream = await reading.stream('derivedIds', null);
    const [first] = await stream.take(1).toArray();
    assert.match(String(first), /^(?:[0-9a-f-]{36}\n)+$/);
    assert.ok(asked.length <= 2, `${asked.length} pages were asked for`);

    // One that nobody reads at all is dropped as well, and one that is being read ends with its thread.
    (await reading.stream('derivedIds', null)).destroy();
    const cut = await reading.stream('derivedIds', null);
    await reading.close();
    await assert.rejects(async () => {
      for await (const _ of cut);
    }, ApiError);
  });
});

/** Reading from a store that answers as it is told to. */
async function readingFrom(
  test: TestContext,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const asked: IncomingMessage[] = [];
  const server = createServer(async (request, response) => {
    // How large it is, it is asked beside.
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
    LIMITS,
  );
  test.after(() => reading.close());
  return { reading, asked, died };
}

/** Rows without an end. */
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
