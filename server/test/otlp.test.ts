/** Responses of `/v1/traces` and `/v1/logs`. There is no store, since acknowledging does not need one. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { eventually } from './support/eventually.ts';
import {
  CONTENT_TYPES,
  callSpan,
  ENCODINGS,
  exportOf,
  KEY_HEADERS,
  newSpanId,
  newTraceId,
  plainSpan,
  sendOtlp,
} from './support/otlp.ts';
import { parley } from './support/parley-command.ts';
import { TEST_KEYS } from './support/payloads.ts';
import { NO_STORE, startServer, type TestServer } from './support/server-process.ts';
import { tempFolder } from './support/temp-folder.ts';

const MAX_BODY = 1024 * 1024;
/** Codes of google.rpc. */
const CODES = { invalid: 3, notFound: 5, exhausted: 8, unimplemented: 12, unauthenticated: 16 };
const LOG = {
  timeUnixNano: '1760000000000000000',
  eventName: 'gen_ai.client.inference.operation.details',
  attributes: [{ key: 'gen_ai.request.model', value: { stringValue: 'gpt-4o' } }],
};
const OTHER_PATH = { traces: 'logs', logs: 'traces' } as const;

describe('OTLP over HTTP', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({
      data: await tempFolder(),
      clickhouseUrl: NO_STORE,
      env: { PARLEY_GRACE: '0', PARLEY_MAX_OTLP_BODY: '1MiB' },
    });
  });
  after(async () => {
    assert.equal(await server.stop(), 0, server.output());
  });
  const acknowledged = async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return Number(/^parley_acknowledged_total (\d+)$/m.exec(text)?.[1]);
  };

  it("200: accepts generations of Langfuse's SDKs at Langfuse's path and with its form of keys", async () => {
    const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
    const { attributes: _, ...span } = callSpan();
    const attributes = [attribute('langfuse.observation.type', 'generation')];
    const { appKey, apiKey } = TEST_KEYS;
    const earlier = await acknowledged();
    const response = await fetch(`${server.url}/api/public/otel/v1/traces`, {
      method: 'POST',
      headers: {
        'Content-Type': CONTENT_TYPES.protobuf,
        Authorization: `Basic ${Buffer.from(`${appKey}:${apiKey}`).toString('base64')}`,
      },
      body: exportOf([{ ...span, attributes }], 'protobuf', 'traces'),
    });
    assert.equal(response.status, 200);
    assert.equal(await acknowledged(), earlier + 1);
  });

  for (const encoding of ENCODINGS) {
    describe(`in ${encoding}`, () => {
      it('200: accepts spans and log records, and responds in the same content type', async () => {
        for (const [signal, record] of [
          ['traces', callSpan()],
          ['logs', { ...LOG, traceId: newTraceId(), spanId: newSpanId() }],
        ] as const) {
          const earlier = await acknowledged();
          const answer = await sendOtlp(server, exportOf([record], encoding, signal), { signal, encoding });
          assert.deepEqual([answer.status, answer.said], [200, {}]);
          assert.equal(answer.headers.get('content-type'), CONTENT_TYPES[encoding]);
          assert.equal(await acknowledged(), earlier + 1);
        }
      });

      for (const [name, compress] of Object.entries({
        gzip: gzipSync,
        deflate: deflateSync,
        br: brotliCompressSync,
        zstd: zstdCompressSync,
      })) {
        it(`200: accepts a body in ${name}`, async () => {
          const earlier = await acknowledged();
          const headers = { ...KEY_HEADERS, 'Content-Encoding': name };
          const answer = await sendOtlp(server, compress(exportOf([callSpan()], encoding)), {
            encoding,
            headers,
          });
          assert.equal(answer.status, 200, JSON.stringify(answer.said));
          assert.equal(await acknowledged(), earlier + 1);
        });
      }

      it('200 with partial success: reports how many were rejected, and why', async () => {
        const spans = [callSpan(), callSpan({ spanId: '' }), callSpan({ traceId: '00'.repeat(16) })];
        const { status, said } = await sendOtlp(server, exportOf(spans, encoding), { encoding });
        assert.equal(status, 200);
        const { errorMessage, ...counts } = Object(said.partialSuccess);
        assert.deepEqual(counts, { [encoding === 'json' ? 'rejectedSpans' : 'rejected']: '2' });
        assert.match(errorMessage, /^resourceSpans\[0\]\.scopeSpans\[0\]\.spans\[1\]: spanId must be 16 hex/);
        assert.match(errorMessage, /\/v1\/rejections/);
      });

      it('200: an empty request is valid', async () => {
        const nothing = encoding === 'json' ? ['', '{}', '{"resourceSpans":[]}'] : [''];
        for (const body of [...nothing, exportOf([], encoding)]) {
          const { status, said } = await sendOtlp(server, body, { encoding });
          assert.deepEqual([status, said], [200, {}]);
        }
      });

      it('200: spans that are not model calls are accepted and not acknowledged as interactions', async () => {
        const earlier = await acknowledged();
        const spans = [plainSpan({ name: 'GET /' }), plainSpan({ name: 'SELECT', kind: 1 })];
        assert.equal((await sendOtlp(server, exportOf(spans, encoding), { encoding })).status, 200);
        assert.equal(await acknowledged(), earlier);
      });

      it('400: an unreadable body gets a Status that says why', async () => {
        const bodies =
          encoding === 'json'
            ? ['{"resourceSpans":', '[]', '{"resourceSpans":{}}', '{"resource_spans":[]}', '\xff']
            : [exportOf([callSpan()], 'json'), Buffer.from([0x0a, 0x7f, 0x01])];
        for (const body of bodies) {
          const { status, said, headers } = await sendOtlp(server, body, { encoding });
          assert.deepEqual([status, said.code], [400, CODES.invalid], String(body));
          assert.ok(String(said.message).length > 10);
          assert.equal(headers.get('content-type'), CONTENT_TYPES[encoding]);
        }
      });

      it('400: a body for the other signal gets the path where it belongs', async () => {
        const sent = { traces: callSpan(), logs: { ...LOG, traceId: newTraceId(), spanId: newSpanId() } };
        for (const signal of ['traces', 'logs'] as const) {
          const body = exportOf([sent[signal]], encoding, signal);
          const { status, said } = await sendOtlp(server, body, { encoding, signal: OTHER_PATH[signal] });
          assert.deepEqual([status, said.code], [400, CODES.invalid]);
          assert.match(String(said.message), new RegExp(`belong to /v1/${signal}`));
        }
      });

      it('401: missing and wrong keys are refused before the body is read', async () => {
        const basic = (pair: string) => ({ Authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
        const { appKey, apiKey } = TEST_KEYS;
        for (const headers of [
          {},
          { ...KEY_HEADERS, 'x-parley-api-key': 'wrong' },
          { 'x-parley-app-key': appKey },
          basic(`${appKey}:wrong`),
          basic(appKey),
          { Authorization: `Bearer ${apiKey}` },
        ]) {
          const { status, said } = await sendOtlp(server, 'no request', { encoding, headers });
          assert.deepEqual([status, said.code], [401, CODES.unauthenticated]);
          assert.match(String(said.message), /x-parley-app-key/);
        }
      });

      it('200: accepts keys as user and password', async () => {
        const { appKey, apiKey } = TEST_KEYS;
        const Authorization = `Basic ${Buffer.from(`${appKey}:${apiKey}`).toString('base64')}`;
        const body = exportOf([callSpan()], encoding);
        const { status } = await sendOtlp(server, body, { encoding, headers: { Authorization } });
        assert.equal(status, 200);
      });

      it('413: one byte more than PARLEY_MAX_OTLP_BODY, plain and inflated', async () => {
        const padded = (length: number) => callSpan({ attributes: { pad: 'x'.repeat(length) } });
        const around = exportOf([padded(MAX_BODY - 8192)], encoding).length - (MAX_BODY - 8192);
        const largest = exportOf([padded(MAX_BODY - around)], encoding);
        assert.equal(largest.length, MAX_BODY);
        assert.equal((await sendOtlp(server, largest, { encoding })).status, 200);
        const large = exportOf([padded(MAX_BODY - around + 1)], encoding);
        const gzip = { ...KEY_HEADERS, 'Content-Encoding': 'gzip' };
        for (const answer of [
          await sendOtlp(server, large, { encoding }),
          await sendOtlp(server, gzipSync(large), { encoding, headers: gzip }),
        ]) {
          assert.deepEqual([answer.status, answer.said.code], [413, CODES.exhausted]);
        }
      });
    });
  }

  it('404: metrics are answered with what to configure, with or without keys, and told not to retry', async () => {
    for (const encoding of ENCODINGS) {
      for (const headers of [KEY_HEADERS, {}]) {
        const answer = await sendOtlp(server, Buffer.alloc(100), { signal: 'metrics', encoding, headers });
        assert.deepEqual([answer.status, answer.said.code], [404, CODES.notFound]);
        assert.equal(answer.headers.get('content-type'), CONTENT_TYPES[encoding]);
        assert.equal(answer.headers.get('retry-after'), null);
        assert.match(String(answer.said.message), /traces and logs.*OTEL_METRICS_EXPORTER=none/);
      }
    }
  });

  it('405: only POST is allowed', async () => {
    for (const path of ['/v1/traces', '/v1/logs']) {
      const answer = await fetch(`${server.url}${path}`, { headers: KEY_HEADERS });
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST']);
      assert.equal(Object(await answer.json()).code, CODES.unimplemented);
    }
  });

  it('415: neither protobuf nor JSON, and unknown encodings', async () => {
    for (const headers of [
      { 'Content-Type': 'text/plain' },
      { 'Content-Type': 'application/grpc' },
      { 'Content-Encoding': 'compress' },
    ]) {
      const { status, said } = await sendOtlp(server, exportOf([callSpan()]), {
        headers: { ...KEY_HEADERS, ...headers },
      });
      assert.deepEqual([status, said.code], [415, CODES.invalid]);
    }
  });

  it('200: unknown fields are ignored, ids may be upper case, integers may be numbers', async () => {
    const earlier = await acknowledged();
    const { traceId, spanId, attributes, ...span } = callSpan();
    const odd = {
      ...span,
      traceId: String(traceId).toUpperCase(),
      spanId: String(spanId).toUpperCase(),
      startTimeUnixNano: Number(span.startTimeUnixNano),
      attributes: [
        ...(Array.isArray(attributes) ? attributes : []),
        { key: 'gen_ai.request.max_tokens', value: { intValue: 7 }, keyOfTomorrow: 1 },
        { key: 'of.tomorrow', value: { tensorValue: [1] } },
      ],
      spanOfTomorrow: { a: [] },
    };
    const body = { resourceSpans: [{ scopeSpans: [{ spans: [odd], x: 1 }], y: 1 }], z: 1 };
    const { status, said } = await sendOtlp(server, JSON.stringify(body));
    assert.deepEqual([status, said], [200, {}]);
    assert.equal(await acknowledged(), earlier + 1);
  });

  it('200: unknown protobuf fields are ignored', async () => {
    const earlier = await acknowledged();
    // Field 200 with two bytes, after all other fields.
    const later = Buffer.concat([exportOf([callSpan()], 'protobuf'), Buffer.from([0xc2, 0x0c, 2, 1, 1])]);
    const { status, said } = await sendOtlp(server, later, { encoding: 'protobuf' });
    assert.deepEqual([status, said], [200, {}]);
    assert.equal(await acknowledged(), earlier + 1);
  });

  it('429 with Retry-After: the application exceeded its rate limit', async () => {
    const shop = JSON.parse((await parley(server.data, 'app', 'create', '--name', 'Shop', '--json')).stdout);
    await parley(server.data, 'app', 'limit', '--app', 'Shop', '--per-second', '1');
    const headers = { 'x-parley-app-key': String(shop.appKey), 'x-parley-api-key': String(shop.apiKey) };
    const send = () => sendOtlp(server, exportOf([callSpan(), callSpan()]), { headers });
    await eventually('the client has to wait', async () => {
      const { status, said, headers: told } = await send();
      if (status === 200) return false;
      assert.deepEqual([status, said.code], [429, CODES.exhausted]);
      assert.ok(Number(told.get('retry-after')) >= 1);
      return true;
    });
  });
});
