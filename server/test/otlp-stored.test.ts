/** Acknowledged telemetry: each call becomes one interaction or a rejection, and the ledger adds up. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Interaction, InteractionList, RejectionList } from '@parley/contract';
import { storedIds } from './support/all-stored.ts';
import { eventually } from './support/eventually.ts';
import { type LedgerTotals, ledgerTotals } from './support/ledger-totals.ts';
import {
  CALL_ATTRIBUTES,
  callSpan,
  ENCODINGS,
  exportOf,
  nanoseconds,
  newSpanId,
  newTraceId,
  plainSpan,
  sendOtlp,
} from './support/otlp.ts';
import type { Json } from './support/payloads.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

/** Generous, since the machine may be busy and the engine may still have to be compiled. */
const STORED_MS = 60_000;
const DAY = 86_400_000;

describe('acknowledged telemetry', () => {
  let server: TestServer;
  const cleanups: (() => void | Promise<void>)[] = [];
  before(async () => {
    const { url: clickhouseUrl } = await storeProxy({ after: (clean) => void cleanups.push(clean) });
    server = await startServer({ data: await tempFolder(), clickhouseUrl });
  });
  after(async () => {
    assert.equal(await server.stop(), 0, server.output());
    for (const clean of cleanups) await clean();
  });

  async function send(spans: Json[], encoding: (typeof ENCODINGS)[number] = 'json'): Promise<void> {
    const { status, said } = await sendOtlp(server, exportOf(spans, encoding), { encoding });
    assert.deepEqual([status, said], [200, {}]);
  }

  async function drained(): Promise<LedgerTotals> {
    let totals = await ledgerTotals(server);
    await eventually(
      'everything is stored',
      async () => {
        totals = await ledgerTotals(server);
        addsUp(totals);
        return totals.waiting === 0;
      },
      STORED_MS,
    );
    return totals;
  }

  /** The interactions of one trace, in the order of their requests. */
  async function stored(traceId: string): Promise<Interaction[]> {
    await drained();
    const { json } = await server.get(`/v1/interactions?trace=${traceId}&limit=500`);
    return InteractionList.parse(json).data.toSorted((a, b) => a.requestedAt.localeCompare(b.requestedAt));
  }

  for (const encoding of ENCODINGS) {
    it(`becomes an interaction with everything that a span in ${encoding} contains`, async () => {
      const [traceId, spanId, parentSpanId] = [newTraceId(), newSpanId(), newSpanId()];
      const said = {
        'gen_ai.conversation.id': 'rivers',
        'user.id': 'ada',
        'user.email': 'Ada@example.com',
        'parley.label.team': 'maps',
        'gen_ai.response.id': 'chatcmpl-1',
        'gen_ai.response.time_to_first_chunk': 0.125,
      };
      const resource = {
        attributes: [
          { key: 'service.name', value: { stringValue: 'shop' } },
          { key: 'deployment.environment.name', value: { stringValue: 'production' } },
        ],
      };
      const span = callSpan({ traceId, spanId, parentSpanId, attributes: said });
      const body = exportOf([span], encoding, 'traces', resource);
      assert.equal((await sendOtlp(server, body, { encoding })).status, 200);
      const [record] = await stored(traceId);
      assert.ok(record);
      assert.equal(record.format, 'otel');
      assert.equal(record.provider, 'openai');
      assert.deepEqual([record.requestedModel, record.model], ['gpt-4o', 'gpt-4o-2024-08-06']);
      assert.deepEqual([record.inputText, record.outputText], ['Name a river.', 'The Elbe.']);
      assert.deepEqual([record.usage.input, record.usage.output], [11, 4]);
      assert.ok(record.cost && record.cost.usd > 0);
      assert.equal(record.session, 'rivers');
      assert.deepEqual([record.user?.key, record.user?.email], ['ada', 'Ada@example.com']);
      assert.deepEqual(record.labels, {
        'deployment.environment.name': 'production',
        'service.name': 'shop',
        team: 'maps',
      });
      assert.deepEqual(record.trace, { traceId, spanId, parentSpanId });
      assert.deepEqual([record.latencyMs, record.firstTokenMs], [250, 125]);
      assert.deepEqual([record.finishReason, record.outcome], ['stop', 'ok']);
      assert.equal(record.upstreamId, 'chatcmpl-1');
      assert.deepEqual(record.warnings, []);
    });
  }

  it('returns a span that was sent as JSON byte for byte', async () => {
    const [traceId, spanId] = [newTraceId(), newSpanId().toUpperCase()];
    const resource = '{ "attributes" : [], "odd":"\\u00e9\\/" }';
    const attributes = Object.entries(CALL_ATTRIBUTES).map(
      ([key, value]) => `{"value" : {"stringValue":${JSON.stringify(String(value))}}, "key":"${key}"}`,
    );
    const span = `{ "spanId":"${spanId}",\n\t"traceId" : "${traceId}", "big":12345678901234567890, "e": 1.0E2,
      "startTimeUnixNano":${nanoseconds(Date.now())}, "name":"ü \\ud83d\\ude00", "attributes":[${attributes.join(' ,')}] }`;
    const body = `{"resourceSpans":[{"scopeSpans":[{"spans":[ ${span} ],"scope":{"name" :"mine"}}],"resource":${resource}}]}`;
    assert.equal((await sendOtlp(server, body)).status, 200);
    const [record] = await stored(traceId);
    const raw = await server.get(`/v1/interactions/${record?.id}/raw`);
    assert.equal(
      raw.text,
      `{"request":{"resource":${resource},"scope":{"name" :"mine"},"span":${span}},"response":{}}`,
    );
  });

  it('stores the valid spans of a batch and keeps a broken one as a rejection', async () => {
    for (const encoding of ENCODINGS) {
      const traceId = newTraceId();
      const before = await drained();
      const broken = callSpan({ traceId, spanId: 'abcd' });
      const spans = [callSpan({ traceId }), broken, callSpan({ traceId })];
      const { status, said } = await sendOtlp(server, exportOf(spans, encoding), { encoding });
      assert.equal(status, 200);
      assert.match(JSON.stringify(said), /"1".*spans\[1\]/);
      assert.equal((await stored(traceId)).length, 2);
      assert.deepEqual(changed(before, await drained()), { received: 3, stored: 2, rejected: 1 });
      const [latest] = RejectionList.parse((await server.get('/v1/rejections')).json).data;
      assert.deepEqual(
        latest?.issues.map(({ path, code }) => [path, code]),
        [['resourceSpans[0].scopeSpans[0].spans[1]', 'invalid_telemetry']],
      );
      const raw = await server.get(`/v1/rejections/${latest?.id}/raw`);
      assert.equal(Object(raw.json.span).traceId, traceId);
      assert.equal(Object(raw.json.span).name, broken.name);
    }
  });

  it('is a duplicate when it is sent again, in either encoding', async () => {
    const traceId = newTraceId();
    const spans = [callSpan({ traceId }), callSpan({ traceId })];
    const before = await drained();
    await send(spans);
    await send(spans);
    await drained();
    await send(spans, 'protobuf');
    assert.equal((await stored(traceId)).length, 2);
    assert.deepEqual(changed(before, await drained()), { received: 6, stored: 2, duplicate: 4 });
  });

  it('becomes one interaction when the same export arrives several times at once', async () => {
    const traceId = newTraceId();
    const spans = Array.from({ length: 5 }, () => callSpan({ traceId }));
    const before = await drained();
    await Promise.all(Array.from({ length: 6 }, () => send(spans)));
    assert.equal((await stored(traceId)).length, 5);
    assert.deepEqual(changed(before, await drained()), { received: 30, stored: 5, duplicate: 25 });
  });

  it('has tokens, cost and times without any content', async () => {
    const traceId = newTraceId();
    await send([plainSpan({ traceId, attributes: CALL_ATTRIBUTES })], 'protobuf');
    const [record] = await stored(traceId);
    assert.deepEqual([record?.inputText, record?.outputText, record?.input], ['', '', []]);
    assert.deepEqual([record?.usage.input, record?.usage.output], [11, 4]);
    assert.ok(record?.cost && record.cost.usd > 0);
    assert.deepEqual([record.outcome, record.latencyMs, record.warnings], ['ok', 250, []]);
  });

  it("gets the time of receipt, with a warning, when the client's clock is in the future", async () => {
    const traceId = newTraceId();
    const later = Date.now() + 3 * DAY;
    const times = { startTimeUnixNano: nanoseconds(later), endTimeUnixNano: nanoseconds(later + 10) };
    await send([callSpan({ traceId, ...times })]);
    const [record] = await stored(traceId);
    assert.ok(record);
    assert.equal(record.requestedAt, record.receivedAt);
    assert.equal(record.latencyMs, null);
    assert.ok(record.warnings.length > 0);
    assert.match(JSON.stringify(record.warnings), /timestamps\.request/);
  });

  it('counts a cost once over several exports, in whichever order a call and its inner calls arrive', async () => {
    const tokens = (input: number, output: number) => ({
      attributes: { 'gen_ai.usage.input_tokens': input, 'gen_ai.usage.output_tokens': output },
    });
    for (const order of ORDERS) {
      const traceId = newTraceId();
      const [root, outer, http] = [newSpanId(), newSpanId(), newSpanId()];
      const spans: Record<(typeof order)[number], Json> = {
        agent: plainSpan({
          traceId,
          spanId: root,
          name: 'invoke_agent',
          attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.usage.input_tokens': 30 },
        }),
        outer: callSpan({ traceId, spanId: outer, parentSpanId: root, ...tokens(30, 3) }),
        http: plainSpan({ traceId, spanId: http, parentSpanId: outer, name: 'POST' }),
        first: callSpan({ traceId, parentSpanId: http, ...tokens(10, 1) }),
        second: callSpan({ traceId, parentSpanId: outer, ...tokens(20, 2) }),
        tool: plainSpan({
          traceId,
          parentSpanId: root,
          attributes: { 'gen_ai.operation.name': 'execute_tool' },
        }),
      };
      for (const name of order) {
        await send([spans[name]]);
        // It is stored, or about to be, when the others arrive.
        if (name === 'outer' && order !== LAST_ORDER) await drained();
      }
      let records = await stored(traceId);
      const sum = (of: (record: Interaction) => number | null) =>
        records.reduce((total, record) => total + (of(record) ?? 0), 0);
      await eventually(
        `${order.join(' ')} is counted once`,
        async () => {
          records = await stored(traceId);
          const counted = [sum(({ usage }) => usage.input), sum(({ usage }) => usage.output)];
          return counted.join() === '30,3';
        },
        STORED_MS,
      );
      // 30 input tokens at 2.5 and 3 output tokens at 10 dollars per million.
      assert.equal(sum(({ cost }) => cost?.usd ?? null).toFixed(9), '0.000105000');
      const late = records.filter(({ warnings }) => warnings.some(({ code }) => code === 'counted_inside'));
      assert.deepEqual(
        late.map(({ trace, cost, outputText }) => [trace?.spanId, cost, outputText]),
        records.length === 3 ? [[outer, null, 'The Elbe.']] : [],
      );
    }
  });

  it('accounts for each of 10,000 spans in one export', async () => {
    const before = await drained();
    const traces = Array.from({ length: 10 }, newTraceId);
    const spans = Array.from({ length: 10_000 }, (_, i) => {
      const traceId = traces[i % traces.length];
      if (i === 5000) return callSpan({ traceId, spanId: 'broken' });
      if (i % 2 === 0) return callSpan({ traceId });
      return plainSpan({ traceId, name: 'GET /' });
    });
    const body = exportOf(spans);
    const { status, said } = await sendOtlp(server, body);
    assert.equal(status, 200);
    assert.match(JSON.stringify(said), /"rejectedSpans":"1"/);
    assert.deepEqual(changed(before, await ledgerTotals(server)).received, 10_000, 'at once');
    const counts = { received: 10_000, stored: 4999, rejected: 1, ignored: 5000 };
    assert.deepEqual(changed(before, await drained()), counts);
    assert.equal((await sendOtlp(server, body)).status, 200);
    const again = { received: 20_000, stored: 4999, duplicate: 4999, rejected: 2, ignored: 10_000 };
    assert.deepEqual(changed(before, await drained()), again);
    const ids = await storedIds(server);
    assert.equal(new Set(ids).size, ids.length);
  });
});

const LAST_ORDER = ['first', 'http', 'outer', 'agent', 'second', 'tool'] as const;
const ORDERS = [
  ['agent', 'outer', 'http', 'first', 'second', 'tool'],
  ['tool', 'second', 'first', 'http', 'outer', 'agent'],
  ['second', 'tool', 'outer', 'first', 'agent', 'http'],
  LAST_ORDER,
] as const;

function addsUp({ received, stored, duplicate, rejected, ignored, damaged, waiting }: LedgerTotals): void {
  assert.equal(received, stored + duplicate + rejected + ignored + damaged + waiting);
}

/** The counts that changed. */
function changed(before: LedgerTotals, now: LedgerTotals): Partial<LedgerTotals> {
  const changes: Partial<LedgerTotals> = {};
  for (const name of NAMES) if (now[name] !== before[name]) changes[name] = now[name] - before[name];
  return changes;
}

const NAMES = ['received', 'stored', 'duplicate', 'rejected', 'ignored', 'damaged', 'waiting'] as const;
