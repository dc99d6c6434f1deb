/** Log records whose span never arrives delay nothing and cost almost nothing. */
import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { it } from 'node:test';
import { Interaction } from '@parley/contract';
import { eventually } from '../support/eventually.ts';
import { ledgerTotals } from '../support/ledger-totals.ts';
import { testDatabase } from '../support/metadata-address.ts';
import { sendOtlp } from '../support/otlp.ts';
import { startServer, type TestServer } from '../support/server-process.ts';
import { storeProxy } from '../support/store-proxy.ts';
import { tempFolder } from '../support/temp-folder.ts';

type Json = Record<string, unknown>;

const ORPHANS = 20_000;
const RECORDS_PER_REQUEST = 1000;
const TIMEOUT_MS = 120_000;
const AT = `${Date.now() - 60_000}000000`;

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const traceOf = (n: number) => n.toString(16).padStart(32, '0');
const spanId = '00000000000000a1';

const span = (n: number): Json => ({
  traceId: traceOf(n),
  spanId,
  name: 'chat gpt-4o',
  startTimeUnixNano: AT,
  endTimeUnixNano: AT,
  attributes: [text('gen_ai.operation.name', 'chat'), text('gen_ai.request.model', 'gpt-4o')],
});

/** A log record with the question of a call. */
const question = (n: number): Json => ({
  traceId: traceOf(n),
  spanId,
  eventName: 'gen_ai.user.message',
  timeUnixNano: AT,
  body: { kvlistValue: { values: [text('content', `Name river ${n}.`)] } },
});

async function send(server: TestServer, signal: 'traces' | 'logs', records: readonly Json[]): Promise<void> {
  const body =
    signal === 'traces'
      ? { resourceSpans: [{ scopeSpans: [{ spans: records }] }] }
      : { resourceLogs: [{ scopeLogs: [{ logRecords: records }] }] };
  const { status, said } = await sendOtlp(server, JSON.stringify(body), { signal });
  assert.equal(status, 200, JSON.stringify(said));
}

for (const metadata of ['SQLite', 'PostgreSQL']) {
  it(`20,000 log records whose span never arrives do not delay a late part, on ${metadata}`, async (test) => {
    const { url } = await storeProxy(test);
    const data = await tempFolder();
    const PARLEY_DATABASE_URL = metadata === 'SQLite' ? '' : await testDatabase(basename(data));
    const server = await startServer({ data, clickhouseUrl: url, env: { PARLEY_DATABASE_URL } });
    test.after(async () => void (await server.stop()));
    await eventually('the store is ready', () => server.output().includes('the store is ready'), TIMEOUT_MS);
    const isStored = (n: number, isWhole: (record: Interaction) => boolean) =>
      eventually(
        `call ${n} is complete`,
        async () => {
          const { json } = await server.get(`/v1/interactions?trace=${traceOf(n)}`);
          const [record] = Array.isArray(json.data) ? json.data : [];
          return record !== undefined && isWhole(Interaction.parse(record));
        },
        TIMEOUT_MS,
      );
    /** Time until a late part is visible in its call. */
    const joinedWithin = async (n: number) => {
      await send(server, 'traces', [span(n)]);
      await isStored(n, () => true);
      const started = performance.now();
      await send(server, 'logs', [question(n)]);
      await isStored(n, ({ inputText }) => inputText === `Name river ${n}.`);
      return performance.now() - started;
    };

    // Joins are spaced out: every join but the first waits for that interval, too.
    await joinedWithin(1);
    const alone = await joinedWithin(2);
    for (let n = 0; n < ORPHANS; n += RECORDS_PER_REQUEST)
      await send(
        server,
        'logs',
        Array.from({ length: RECORDS_PER_REQUEST }, (_, i) => question(100 + n + i)),
      );
    const beside = await joinedWithin(3);
    test.diagnostic(`joined within ${Math.round(alone)} ms alone, ${Math.round(beside)} ms beside them`);
    await eventually('all is counted', async () => (await ledgerTotals(server)).waiting === 0, TIMEOUT_MS);
    assert.deepEqual(await ledgerTotals(server), {
      received: ORPHANS + 6,
      stored: 3,
      duplicate: 0,
      rejected: 0,
      ignored: ORPHANS + 3,
      scores: 0,
      damaged: 0,
      waiting: 0,
    });
    // Meanwhile they are written to the metadata, which takes time.
    assert.ok(beside < 3 * alone + 10_000, `${beside} ms beside them, ${alone} ms alone`);
    const later = await joinedWithin(4);
    test.diagnostic(`and ${Math.round(later)} ms when they are there`);
    assert.ok(later < 2 * alone + 5000, `${later} ms beside them, ${alone} ms alone`);
    assert.match((await server.get('/metrics')).text, /^parley_late_parts_given_up_total 0$/m);
  });
}
