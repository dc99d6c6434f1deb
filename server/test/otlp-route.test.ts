import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import { handleOtlp, otlpSignal } from '../src/http/otlp/otlp-route.ts';
import type { TelemetryIngest } from '../src/otel/intake/telemetry-ingest.ts';
import { TelemetryParser } from '../src/otel/intake/telemetry-parser.ts';
import { ingestBench } from './support/ingest-bench.ts';
import { listen } from './support/listen.ts';
import { callSpan, ENCODINGS, exportOf, sendOtlp } from './support/otlp.ts';
import { routeParts } from './support/route-parts.ts';

const LIMIT = 16 * 1024 * 1024;

async function serve(t: TestContext, change: Partial<TelemetryIngest> = {}) {
  const { ingest } = await ingestBench(t);
  const parts = routeParts({ maxBytes: LIMIT, uploadBytes: 4 * LIMIT });
  const route = { ingest: { ...ingest, ...change }, ...parts };
  const server = createServer((request, response) => {
    void handleOtlp(route, otlpSignal(request) ?? 'metrics', request, response);
  });
  // Generating a large body takes longer than the default keep-alive timeout.
  server.keepAliveTimeout = 60_000;
  return { url: `http://127.0.0.1:${await listen(t, server)}` };
}

for (const encoding of ENCODINGS) {
  test(`503: an internal error is to be retried (${encoding})`, async (t) => {
    const telemetryParser = Object.assign(new TelemetryParser(LIMIT), {
      parseTelemetry: () => Promise.reject(new Error('a mistake')),
    });
    const server = await serve(t, { telemetryParser });
    const answer = await sendOtlp(server, exportOf([callSpan()], encoding), { encoding });
    assert.deepEqual([answer.status, answer.said.code, answer.headers.get('retry-after')], [503, 14, '5']);
    assert.ok(!JSON.stringify(answer.said).includes('a mistake'));
  });

  test(`413: too many records or values, or a record that is too large (${encoding})`, async (t) => {
    const server = await serve(t);
    const large = callSpan({ attributes: { pad: 'x'.repeat(11 * 1024 * 1024) } });
    const wide = callSpan({
      attributes: Object.fromEntries(Array.from({ length: 350_000 }, (_, i) => [`a${i}`, 'x'])),
    });
    for (const [spans, said] of [
      [Array.from({ length: 10_001 }, () => ({})), /10000 records at most.*OTEL_BSP_MAX_EXPORT_BATCH_SIZE/],
      [[wide], /1000000 values at most/],
      [[large], /spans\[0\]: a record may have 10485760 bytes at most/],
    ] as const) {
      const answer = await sendOtlp(server, exportOf([...spans], encoding), { encoding });
      assert.deepEqual([answer.status, answer.said.code], [413, 8], JSON.stringify(answer.said));
      assert.match(String(answer.said.message), said);
    }
  });

  test(`413: a resource that is too large to be stored with every call (${encoding})`, async (t) => {
    const server = await serve(t);
    const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
    for (const [attributes, said] of [
      [[attribute('a', 'x'.repeat(40_000))], /A resource may have 32768 bytes at most/],
      [Array.from({ length: 1001 }, () => ({})), /1000 attributes at most, not 1001/],
    ] as const) {
      const body = exportOf([callSpan()], encoding, 'traces', { attributes });
      const answer = await sendOtlp(server, body, { encoding });
      assert.equal(answer.status, 413);
      assert.match(String(answer.said.message), said);
    }
  });

  test(`200: the maximum number of records (${encoding})`, async (t) => {
    const server = await serve(t);
    const spans = Array.from({ length: 10_000 }, () => callSpan());
    const answer = await sendOtlp(server, exportOf(spans, encoding), { encoding });
    assert.deepEqual([answer.status, answer.said], [200, {}]);
  });
}
