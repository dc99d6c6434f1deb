import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { eventually } from '../../test/support/eventually.ts';
import { INTERACTION_COLUMNS } from '../export/interaction-columns.ts';
import { exportRecords } from '../queries/export-records.ts';
import { interactionFromRow } from '../record/from-row.ts';
import type { InteractionRow } from '../store/rows/interaction-row.ts';
import { type ExportForm, exportStream } from './export-stream.ts';

const TEXT = 'a river, '.repeat(2000);

describe('an export', () => {
  it('reads no further than the client does, and stops when the client disconnects', async (test) => {
    for (const gzip of [false, true]) {
      const source = pageSource({ random: true });
      const response = await serve(test, () => exported(source.pages(), { as: 'jsonl', gzip }));
      response.pause();
      // While the client does not read, sockets and streams fill up, and no further pages are fetched.
      await eventually('the buffers are full', async () => {
        const before = source.asked;
        for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate);
        return source.asked === before;
      });
      const whenFull = source.asked;
      assert.ok(whenFull < 500, `${whenFull} pages of 180 KB were fetched for a client that reads nothing`);
      response.resume();
      await eventually('the export continues', () => source.asked > whenFull + 20);
      assert.equal(source.ended, false);
      response.destroy();
      await eventually('the source has ended', () => source.ended);
    }
  });

  it('is aborted, not completed, if a later page cannot be read', async (test) => {
    for (const as of ['csv', 'jsonl', 'parquet'] as const) {
      const source = pageSource({ failsAt: 400 });
      const response = await serve(test, () => exported(source.pages(), { as, gzip: false }));
      await assert.rejects(async () => {
        for await (const _ of response);
      }, /aborted|ECONNRESET/);
      assert.equal(response.complete, false);
    }
  });

  it('is refused if the first page cannot be read', async () => {
    const source = pageSource({ failsAt: 1 });
    await assert.rejects(exported(source.pages(), { as: 'csv', gzip: false }), /the store is gone/);
  });

  it('is the same file after decompression', async () => {
    const plain = await exported(pageSource({ last: 5 }).pages(), { as: 'csv', gzip: false });
    const packed = await exported(pageSource({ last: 5 }).pages(), { as: 'csv', gzip: true });
    const [expected, gzipped] = [await plain.toArray(), await packed.toArray()].map((chunks) =>
      Buffer.concat(chunks),
    );
    assert.ok(gzipped && expected && expected.length > 5 * 10 * TEXT.length);
    assert.deepEqual(gunzipSync(gzipped), expected);
  });
});

function exported(pages: AsyncIterable<readonly InteractionRow[]>, form: ExportForm) {
  return exportStream(INTERACTION_COLUMNS, exportRecords(pages, interactionFromRow), form);
}

/** Pages of ten rows, about 180 KB each; endless unless `failsAt` or `last` is given. */
function pageSource({ failsAt = 0, last = Number.POSITIVE_INFINITY, random = false }) {
  const source = { asked: 0, ended: false, pages };
  async function* pages(): AsyncGenerator<InteractionRow[]> {
    try {
      while (source.asked < last) {
        source.asked++;
        if (source.asked === failsAt) throw new Error('the store is gone');
        yield Array.from({ length: 10 }, () => rowOf(random ? incompressible() : TEXT));
      }
    } finally {
      source.ended = true;
    }
  }
  return source;
}

/** Text that does not compress: otherwise a compressed export would take very long to fill a socket. */
function incompressible(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(13_500))).toString('base64');
}

async function serve(
  test: TestContext,
  stream: () => Promise<NodeJS.ReadableStream>,
): Promise<IncomingMessage> {
  const app = Fastify();
  app.get('/', async (_request, reply) => reply.send(await stream()));
  test.after(() => app.close());
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const request = get(url, { agent: false });
  return new Promise((resolve, reject) => {
    request.on('error', reject).on('response', (response) => {
      request.off('error', reject).on('error', () => {});
      resolve(response);
    });
  });
}

function rowOf(text: string): InteractionRow {
  const at = '2025-06-01T00:00:00.000Z';
  return {
    id: '00000000-0000-7000-8000-000000000000',
    app_id: 'app_1',
    requested: at,
    record: {
      received: at,
      responded: at,
      latency_ms: null,
      format: 'openai',
      provider: null,
      prompt: null,
      type: 'chat',
      version: '3.1.0',
      model: null,
      requested_model: null,
      session: null,
      session_timeout: 10,
      user_key: null,
      user_id: null,
      email: null,
      is_authenticated: null,
      first_name: null,
      last_name: null,
      phone: null,
      gender: null,
      outcome: 'ok',
      finish_reason: null,
      finish_reason_raw: null,
      input_tokens: null,
      output_tokens: null,
      total_tokens: null,
      cached_input_tokens: null,
      cache_write_tokens: null,
      reasoning_tokens: null,
      cost_usd: null,
      cost_source: '',
      cost_stated: null,
      texts: null,
      vectors: null,
      vector_length: null,
      kept_vectors: 0,
      upstream_id: null,
      previous_upstream_id: null,
      labels: {},
      first_token_ms: null,
      trace_id: null,
      span_id: null,
      parent_span_id: null,
      error_type: null,
      error_code: null,
      error_message: null,
      warnings: [],
    },
    request: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: text }] }),
    response: '{}',
  };
}
