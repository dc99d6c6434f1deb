/** Spans around model calls are kept as an outline, so that a call can be shown in its tree. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TraceOutline } from '@parley/contract';
import { eventually } from './support/eventually.ts';
import { ledgerTotals } from './support/ledger-totals.ts';
import { callSpan, exportOf, newTraceId, plainSpan, sendOtlp } from './support/otlp.ts';
import { startServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const STORED_MS = 60_000;

it('keeps agents, tools and other spans around a call, once each', async (test) => {
  const store = await storeProxy(test);
  const server = await startServer({ data: await tempFolder(), clickhouseUrl: store.url });
  test.after(async () => void (await server.stop()));
  const traceId = newTraceId();
  const span = (spanId: string, parentSpanId: string | null, name: string, operation?: string) =>
    plainSpan({
      traceId,
      spanId,
      parentSpanId,
      name,
      attributes: operation ? { 'gen_ai.operation.name': operation } : { 'http.request.method': 'POST' },
    });
  const call = callSpan({ traceId, spanId: 'aaaaaaaaaaaaaaa1', parentSpanId: 'aaaaaaaaaaaaaaa8' });
  // A framework's span of the same call: one interaction, and both spans in the tree.
  const same = callSpan({ traceId, spanId: 'aaaaaaaaaaaaaaa8', parentSpanId: 'aaaaaaaaaaaaaaa2' });
  const inside = [
    same,
    call,
    span('aaaaaaaaaaaaaaa5', 'aaaaaaaaaaaaaaa2', 'look_up', 'execute_tool'),
    span('aaaaaaaaaaaaaaa6', 'aaaaaaaaaaaaaaa1', 'POST to the upstream'),
  ];
  const around = [
    span('aaaaaaaaaaaaaaa2', 'aaaaaaaaaaaaaaa3', 'Travel agent', 'invoke_agent'),
    span('aaaaaaaaaaaaaaa3', null, 'POST /chat'),
    span('aaaaaaaaaaaaaaa4', 'aaaaaaaaaaaaaaa3', 'SELECT orders'),
  ];
  // An impossible time; it does not delay other spans.
  const timeless = plainSpan({
    traceId,
    spanId: 'aaaaaaaaaaaaaaa7',
    parentSpanId: 'aaaaaaaaaaaaaaa2',
    name: 'at the end of time \ud800',
    attributes: { 'gen_ai.operation.name': 'execute_tool' },
    startTimeUnixNano: 1e300,
    endTimeUnixNano: '99999999999999999999',
  });
  // Inner spans end first, and a client may send anything twice.
  for (const spans of [inside, [timeless], around, around]) {
    assert.equal((await sendOtlp(server, exportOf(spans))).status, 200);
  }
  await eventually(
    'everything is counted',
    async () => {
      const { received, waiting } = await ledgerTotals(server);
      return received === 11 && waiting === 0;
    },
    STORED_MS,
  );
  const { json } = await server.get(`/v1/traces/${traceId.toUpperCase()}`);
  const spans = TraceOutline.parse(json).data;
  assert.deepEqual(
    spans
      .map(({ spanId, parentSpanId, name, kind }) => [spanId.at(-1), parentSpanId?.at(-1), name, kind])
      .sort(),
    [
      ['2', '3', 'Travel agent', 'agent'],
      ['3', undefined, 'POST /chat', 'other'],
      ['5', '2', 'look_up', 'tool'],
      ['7', '2', 'at the end of time \ufffd', 'tool'],
      ['8', '2', 'chat gpt-4o', 'call'],
    ],
  );
  for (const { spanId, startedAt, endedAt, failed } of spans)
    assert.deepEqual(
      [startedAt !== null, endedAt !== null, failed],
      spanId.endsWith('7') ? [false, false, false] : [true, true, false],
    );
  const { stored, ignored } = await ledgerTotals(server);
  assert.deepEqual({ stored, ignored }, { stored: 1, ignored: 10 });
  assert.deepEqual((await server.get(`/v1/traces/${newTraceId()}`)).json, { data: [] });
});
