/** The server's own traces, sent to a collector only if one is configured. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { it } from 'node:test';
import { z } from 'zod';
import { eventually } from './support/eventually.ts';
import { listen } from './support/listen.ts';
import { bytesOf, payloadOf } from './support/payloads.ts';
import { startServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const SENT_MS = 60_000;
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

const Attribute = z.object({ key: z.string(), value: z.record(z.string(), z.string()) });
const Exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string().regex(/^[0-9a-f]{32}$/),
              spanId: z.string().regex(/^[0-9a-f]{16}$/),
              parentSpanId: z.string().optional(),
              name: z.string(),
              startTimeUnixNano: z.string().regex(/^\d{19}$/),
              endTimeUnixNano: z.string().regex(/^\d{19}$/),
              attributes: z.array(Attribute),
              status: z.object({ code: z.number().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});
type Span = z.infer<typeof Exported>['resourceSpans'][number]['scopeSpans'][number]['spans'][number];

it('reports requests and batches to a collector, by route and without their content', async (test) => {
  const spans: Span[] = [];
  const keys: unknown[] = [];
  const collector = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    assert.equal(request.url, '/v1/traces');
    keys.push(request.headers['x-key']);
    const { resourceSpans } = Exported.parse(JSON.parse(Buffer.concat(chunks).toString()));
    for (const { scopeSpans } of resourceSpans) spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    response.end('{}');
  });
  const { url: clickhouseUrl } = await storeProxy(test);
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await listen(test, collector)}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20secret',
  };
  const server = await startServer({ data: await tempFolder(), clickhouseUrl, env });
  test.after(() => server.stop());
  const sent = await server.post(bytesOf(payloadOf('openai', 'chat', {})), {
    traceparent: `00-${TRACE}-${SPAN}-01`,
  });
  assert.equal(sent.status, 200);
  await server.get('/v1/users/somebody%40example.com');
  await server.get('/nothing/here?token=abc');

  const named = (name: string) => spans.find((span) => span.name === name);
  const wanted = ['POST /track', 'GET /v1/users/:key', 'GET *', 'store a batch'];
  await eventually('all of them came', () => wanted.every((name) => named(name)), SENT_MS);
  const track = named('POST /track');
  assert.deepEqual([track?.traceId, track?.parentSpanId], [TRACE, SPAN]);
  assert.ok(Number(track?.endTimeUnixNano) >= Number(track?.startTimeUnixNano));
  assert.deepEqual(track?.attributes.find(({ key }) => key === 'http.response.status_code')?.value, {
    intValue: '200',
  });
  assert.doesNotMatch(JSON.stringify(spans), /somebody|token=|nothing\/here/);
  assert.ok(keys.every((key) => key === 'a secret'));
});
