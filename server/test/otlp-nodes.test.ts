/** Telemetry sent to several nodes on one PostgreSQL and one store, as behind a load balancer. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Interaction, InteractionList } from '@parley/contract';
import type { SignalName } from '../src/otel/telemetry.ts';
import { logJson } from './fixtures/telemetry.ts';
import { eventually } from './support/eventually.ts';
import { type LedgerTotals, ledgerTotals } from './support/ledger-totals.ts';
import { testDatabase } from './support/metadata-address.ts';
import {
  CALL_ATTRIBUTES,
  CONTENT_ATTRIBUTES,
  callSpan,
  exportOf,
  nanoseconds,
  newSpanId,
  newTraceId,
  plainSpan,
  sendOtlp,
} from './support/otlp.ts';
import type { Json } from './support/payloads.ts';
import { startServer, type TestServer } from './support/server-process.ts';
import { clockAhead } from './support/shifted-clock.ts';
import { storeProxy } from './support/store-proxy.ts';
import { tempFolder } from './support/temp-folder.ts';

const STORED_MS = 120_000;
const DETAILS = 'gen_ai.client.inference.operation.details';

/** Clock shifts of the second node. Exporters alternate between nodes and retry on the other one. */
for (const aheadMs of [0, 60_000])
  describe(`telemetry to two nodes${aheadMs > 0 ? ' whose clocks are a minute apart' : ''}`, () => {
    let nodes: [TestServer, TestServer];
    const cleanups: (() => void | Promise<void>)[] = [];
    before(async () => {
      const { url: clickhouseUrl } = await storeProxy({ after: (clean) => void cleanups.unshift(clean) });
      const PARLEY_DATABASE_URL = await testDatabase(`otlp_nodes_${process.pid}_${aheadMs}`);
      const start = async (clock: Record<string, string>) => {
        const env = { PARLEY_DATABASE_URL, ...clock };
        const server = await startServer({ data: await tempFolder(), clickhouseUrl, env });
        cleanups.unshift(async () => void (await server.stop()));
        return server;
      };
      nodes = [await start({}), await start(aheadMs > 0 ? clockAhead(aheadMs) : {})];
    });
    after(async () => {
      for (const clean of cleanups) await clean();
    });

    async function send(node: TestServer, records: Json[], signal: SignalName = 'traces'): Promise<void> {
      const { status, said } = await sendOtlp(node, exportOf(records, 'json', signal), { signal });
      assert.deepEqual([status, said], [200, {}]);
    }

    /** The ledger is shared; each node reports its own waiting count. */
    async function drained(): Promise<LedgerTotals> {
      await eventually(
        'nothing waits any more',
        async () => (await Promise.all(nodes.map(ledgerTotals))).every(({ waiting }) => waiting === 0),
        STORED_MS,
      );
      return ledgerTotals(nodes[0]);
    }

    async function ofTrace(traceId: string): Promise<Interaction[]> {
      const { json } = await nodes[0].get(`/v1/interactions?trace=${traceId}&limit=100`);
      return InteractionList.parse(json).data;
    }

    it('becomes one interaction per call, however often and to whichever node it is sent', async () => {
      const traceId = newTraceId();
      const spans = Array.from({ length: 5 }, () => callSpan({ traceId }));
      await Promise.all([...nodes, ...nodes].map((node) => send(node, spans)));
      await drained();
      // And again after all of it is stored.
      await Promise.all(nodes.map((node) => send(node, spans)));
      const { received, stored, duplicate, rejected, ignored } = await drained();
      assert.deepEqual(
        { received, stored, duplicate, rejected, ignored },
        { received: 30, stored: 5, duplicate: 25, rejected: 0, ignored: 0 },
      );
      assert.equal((await ofTrace(traceId)).length, 5);
    });

    for (const order of [
      ['span', 'log record'],
      ['log record', 'span'],
    ]) {
      it(`becomes one interaction from a ${order.join(' on one node and a ')} on the other`, async () => {
        const [traceId, spanId] = [newTraceId(), newSpanId()];
        const span = plainSpan({ traceId, spanId, attributes: CALL_ATTRIBUTES });
        const log = logJson({
          traceId,
          spanId,
          eventName: DETAILS,
          timeUnixNano: nanoseconds(Date.now()),
          attributes: { 'gen_ai.request.model': 'gpt-4o', ...CONTENT_ATTRIBUTES },
        });
        const before = await drained();
        for (const [i, which] of order.entries()) {
          const node = nodes[i] ?? assert.fail();
          if (which === 'span') await send(node, [span]);
          else await send(node, [log], 'logs');
        }
        let found: Interaction[] = [];
        await eventually(
          'the call is complete',
          async () => {
            await drained();
            found = await ofTrace(traceId);
            assert.ok(found.length <= 1, `${found.length} interactions`);
            return found.some(({ outputText, usage }) => outputText !== '' && usage.input !== null);
          },
          STORED_MS,
        );
        const [record] = found;
        assert.deepEqual(
          [record?.outputText, record?.usage.input, record?.usage.output, record?.latencyMs],
          ['The Elbe.', 11, 4, 250],
        );
        const { received, stored, duplicate } = await drained();
        assert.deepEqual(
          [received - before.received, stored - before.stored, duplicate - before.duplicate],
          [2, 1, 1],
        );
      });
    }

    it('becomes one interaction per call, however its parts and their retries are spread over the nodes', async () => {
      const traceId = newTraceId();
      const calls = Array.from({ length: 12 }, () => {
        const spanId = newSpanId();
        return {
          span: plainSpan({ traceId, spanId, attributes: CALL_ATTRIBUTES }),
          log: logJson({
            traceId,
            spanId,
            eventName: DETAILS,
            timeUnixNano: nanoseconds(Date.now()),
            attributes: { 'gen_ai.request.model': 'gpt-4o', ...CONTENT_ATTRIBUTES },
          }),
        };
      });
      const before = await drained();
      const [one, other] = nodes;
      // All at once: each part to one node and, as a retry without a response, to the other.
      await Promise.all(
        calls.flatMap(({ span, log }, i) => {
          const [first, second] = i % 2 === 0 ? [one, other] : [other, one];
          return [
            send(first, [span]),
            send(second, [log], 'logs'),
            send(second, [span]),
            send(first, [log], 'logs'),
          ];
        }),
      );
      const areWhole = async () => {
        await drained();
        const found = await ofTrace(traceId);
        assert.ok(found.length <= calls.length, `${found.length} interactions`);
        return found.filter(({ outputText, usage }) => outputText !== '' && usage.input === 11).length;
      };
      await eventually('all calls are complete', async () => (await areWhole()) === calls.length, STORED_MS);
      // And again after all of it is stored.
      await Promise.all(calls.flatMap(({ span, log }) => [send(other, [span]), send(one, [log], 'logs')]));
      assert.equal(await areWhole(), calls.length);
      const { received, stored, duplicate } = await drained();
      assert.deepEqual(
        [received - before.received, stored - before.stored, duplicate - before.duplicate],
        [6 * calls.length, calls.length, 5 * calls.length],
      );
    });
  });
