/**
 * What several nodes gain: acknowledged payloads of two nodes relative to one; rows inserted into two shards
 * relative to one server and the embedded engine; queries on two shards relative to one server. All in one
 * run on one machine, so on two cores the gain is small.
 *
 * Shards need real ClickHouse nodes, which only chDB's native library can be. Without it those figures are
 * null, and a line says so.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Interaction, QueryBody } from '@parley/contract';
import { startPostgres } from '../../scripts/postgres.ts';
import { parseFlags } from '../../server/src/base/flags.ts';
import { startEngine } from '../../server/src/engine/engine.ts';
import { runQuery } from '../../server/src/queries/analytics/run.ts';
import type { StoreAddress } from '../../server/src/store/client.ts';
import { MIGRATIONS, migrateStore, type Shared } from '../../server/src/store/migrations/migrations.ts';
import { Store } from '../../server/src/store/store.ts';
import { CLUSTER, missingForNodes, startNodes } from '../../server/test/support/clickhouse-nodes.ts';
import { headOf, recordOf } from '../../server/test/support/interactions.ts';
import { storeDoor } from '../../server/test/support/store-proxy.ts';
import { engineName } from './engine-name.ts';
import { round } from './ingest.ts';
import { payload, prose } from './payload.ts';
import { quantile } from './queries/measure.ts';
import { type Parley, startParley, until, warmUp } from './servers.ts';
import { load } from './wrk.ts';

const CONNECTIONS = 64;
const BATCH = 2000;

export async function run(args: string[]): Promise<void> {
  const { values } = parseFlags({
    args,
    options: { seconds: { type: 'string', default: '10' }, batches: { type: 'string', default: '10' } },
  });
  const cleanups: (() => void | Promise<void>)[] = [];
  const cleanup = { after: (clean: () => void | Promise<void>) => void cleanups.push(clean) };
  try {
    const missing = missingForNodes();
    if (missing !== null) console.error(`Not measured: shards, since ${missing}.`);
    const embedded = await embeddedStore(cleanup);
    const shards = missing === null ? await shardedStores(cleanup) : null;
    const nodes = await acknowledged(cleanup, Number(values.seconds));
    const rows = { embedded: await insertRate(embedded, Number(values.batches)), one: 0, two: 0 };
    const questions = { one: 0, two: 0 };
    if (shards) {
      rows.one = await insertRate(shards.one, Number(values.batches));
      rows.two = await insertRate(shards.two, Number(values.batches));
      questions.one = await questionTime(shards.one);
      questions.two = await questionTime(shards.two);
    }
    const ratio = (a: number, b: number) => (shards ? round(a / b) : null);
    console.log(
      JSON.stringify({
        bench: 'cluster',
        engine: engineName(),
        acked_per_s: {
          one: Math.round(nodes.one),
          two: Math.round(nodes.two),
          ratio: round(nodes.two / nodes.one),
        },
        rows_per_s: {
          embedded: Math.round(rows.embedded),
          one_server: shards && Math.round(rows.one),
          two_shards: shards && Math.round(rows.two),
          shards_to_server: ratio(rows.two, rows.one),
          server_to_embedded: ratio(rows.one, rows.embedded),
        },
        questions_ms: {
          one_server: shards && round(questions.one),
          two_shards: shards && round(questions.two),
          ratio: ratio(questions.two, questions.one),
        },
      }),
    );
  } finally {
    for (const clean of cleanups.reverse()) await clean();
  }
}

type Cleanup = { after: (clean: () => void | Promise<void>) => void };

async function embeddedStore(cleanup: Cleanup): Promise<Store> {
  const { address } = await runningEngine(cleanup);
  await migrateStore(address);
  return closing(cleanup, new Store(address));
}

async function runningEngine(cleanup: Cleanup) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const engine = startEngine(folder, { onExit: () => {}, onOutput: () => {} });
  cleanup.after(async () => {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const address: StoreAddress = { kind: 'embedded', socketPath: engine.socketPath };
  const store = new Store(address);
  await until(() => store.ping());
  await store.close();
  return { engine, address };
}

async function shardedStores(cleanup: Cleanup): Promise<{ one: Store; two: Store }> {
  const nodes = await startNodes(cleanup, 2);
  const two: StoreAddress = { kind: 'remote', url: nodes.map(({ url }) => url).join(','), cluster: CLUSTER };
  const one: StoreAddress = { kind: 'remote', url: `${nodes[0]?.url}_alone` };
  await migrateStore(two, MIGRATIONS, forItself());
  await migrateStore(one);
  return { one: closing(cleanup, new Store(one)), two: closing(cleanup, new Store(two)) };
}

/** Nothing else changes these tables. */
function forItself(): Shared {
  const steps = new Set<number>();
  return {
    done: {
      read: async () => steps,
      async write(done) {
        for (const step of done) steps.add(step);
      },
    },
    alone: (work) => work(),
  };
}

function closing(cleanup: Cleanup, store: Store): Store {
  cleanup.after(() => store.close());
  return store;
}

/** One node, then two on the same PostgreSQL and the same store. */
async function acknowledged(cleanup: Cleanup, seconds: number): Promise<{ one: number; two: number }> {
  const { engine } = await runningEngine(cleanup);
  const postgres = await startPostgres();
  cleanup.after(() => postgres.stop());
  const { url } = await storeDoor(cleanup, engine.socketPath);
  const env = { PARLEY_DATABASE_URL: await postgres.createDatabase('bench'), PARLEY_CLICKHOUSE_URL: url };
  const nodes: Parley[] = [];
  for (let i = 0; i < 2; i++) {
    const node = await startParley(env);
    cleanup.after(() => node.stop());
    nodes.push(node);
  }
  const bodies = Array.from({ length: 1000 }, (_, seed) =>
    JSON.stringify(payload(nodes[0]?.keys ?? { appKey: '', apiKey: '' }, seed)),
  );
  const rateOf = async (some: readonly Parley[]) => {
    const rates = await Promise.all(
      some.map((node) =>
        load({ url: `${node.url}/track`, connections: CONNECTIONS / some.length, bodies, seconds }),
      ),
    );
    for (const node of some) await node.drained();
    return rates.reduce((sum, { perSecond }) => sum + perSecond, 0);
  };
  for (const node of nodes) await warmUp(node, bodies[0] ?? '');
  await rateOf(nodes);
  return { one: await rateOf(nodes.slice(0, 1)), two: await rateOf(nodes) };
}

/** Rows per second, in batches of one size. */
async function insertRate(store: Store, batches: number): Promise<number> {
  await insertBatch(store, 'warm', 0);
  const started = performance.now();
  for (let i = 0; i < batches; i++) await insertBatch(store, `batch ${i}`, i + 1);
  return (batches * BATCH) / ((performance.now() - started) / 1000);
}

const START = Date.UTC(2026, 0, 1);

async function insertBatch(store: Store, token: string, nth: number): Promise<void> {
  const rows = Array.from({ length: BATCH }, (_, i) => {
    const text = prose(1400, Math.random);
    const requestedAt = START + (nth * BATCH + i) * 1000;
    const head = headOf({
      id: crypto.randomUUID(),
      receivedAt: requestedAt,
      envelope: {
        ...headOf().envelope,
        session: `talk ${nth} ${i >> 2}`,
        requestedAt,
        respondedAt: requestedAt,
      },
    });
    const record: Interaction = { ...recordOf(head), model: `model ${i % 5}`, inputText: text };
    const request = Buffer.from(JSON.stringify({ messages: [{ role: 'user', content: text }] }));
    return { record, request, response: Buffer.from('{}') };
  });
  await store.insertInteractions(rows, token);
}

/** Median time of the overview's queries. */
async function questionTime(store: Store): Promise<number> {
  const range = { from: START, to: START + 30 * 24 * 60 * 60 * 1000 };
  const asked = [
    { ...range, measures: ['interactions', 'sessions', 'users'] },
    { ...range, measures: ['interactions'], dimensions: ['model'], bucket: 'day', others: true },
    { ...range, measures: ['latencyP50', 'latencyP99'], bucket: 'day' },
  ].map((body) => QueryBody.parse(body));
  const times: number[] = [];
  for (let run = 0; run <= 20; run++) {
    const started = performance.now();
    for (const body of asked) await runQuery(store, ['app_1'], body, Date.now());
    // The first run warms up.
    if (run > 0) times.push(performance.now() - started);
  }
  return quantile(times, 0.5);
}
