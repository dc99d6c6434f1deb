import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { testMetadata } from '../../test/support/metadata.ts';
import { countLateParts, hasFailedParts, keepLateParts } from '../cluster/late-parts.ts';
import { logsBody, NO_LOGS, NO_SPAN } from '../otel/call-bodies.ts';
import type { KeptRow } from '../store/rewrite/replaced-rows.ts';
import type { StoredInteraction } from '../store/rows/interaction-row.ts';
import { joinLateParts } from './join-late-parts.ts';

const NOW = Date.UTC(2026, 0, 10);
const HOUR = 3_600_000;

const idOf = (n: number) => `00000000-0000-8000-8000-${String(n).padStart(12, '0')}`;
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

/** The details of a call, as a log record. */
function logsOf(n: number): Buffer {
  const logRecord = {
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId: n.toString(16).padStart(16, '0'),
    eventName: 'gen_ai.client.inference.operation.details',
    timeUnixNano: `${NOW}000000`,
    attributes: [
      text('gen_ai.operation.name', 'chat'),
      text('gen_ai.request.model', 'gpt-4o'),
      text(
        'gen_ai.output.messages',
        JSON.stringify([{ role: 'assistant', parts: [{ type: 'text', content: `Answer ${n}.` }] }]),
      ),
    ],
  };
  return logsBody([Buffer.from(JSON.stringify({ resource: {}, scope: {}, logRecord }))]);
}

/** The store's rows in memory; can be told to fail for some of them. */
class MemoryRows {
  readonly rows = new Map<string, KeptRow>();
  readonly written = new Map<string, string>();
  reads = 0;
  replaces = 0;
  fails: (id: string) => boolean = () => false;

  add(n: number, request = NO_SPAN.toString()): void {
    const id = idOf(n);
    const response = NO_LOGS.toString();
    const times = { requestedAt: NOW, receivedAt: NOW, sessionTimeout: 10 };
    this.rows.set(id, { id, appId: 'app_1', ...times, request, response });
  }

  async read(ids: readonly string[]): Promise<KeptRow[]> {
    this.reads += ids.length;
    return ids.flatMap((id) => this.rows.get(id) ?? []);
  }

  async replace(rows: readonly StoredInteraction[]): Promise<void> {
    this.replaces++;
    if (rows.some(({ record }) => this.fails(record.id))) throw new Error('the mutation fails');
    for (const { record } of rows) this.written.set(record.id, record.outputText);
  }
}

async function joining(t: TestContext, parts: readonly number[]) {
  const { db } = await testMetadata(t);
  const rows = new MemoryRows();
  const clock = { now: NOW };
  const keep = (numbers: readonly number[]) =>
    db.transaction().execute((tx) =>
      keepLateParts(
        tx,
        numbers.map((n) => ({
          id: idOf(n),
          appId: 'app_1',
          receivedAt: NOW + n,
          request: NO_SPAN,
          response: logsOf(n),
        })),
      ),
    );
  await keep(parts);
  const prompts = { async lookUp() {}, promptOf: () => null };
  const options = { db, rows, price: () => null, prompts, now: () => clock.now };
  return { db, rows, clock, keep, join: () => joinLateParts(options) };
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

test('parts of stored calls are joined and forgotten, and others are retried later', async (t) => {
  const { db, rows, clock, join } = await joining(t, [1, 2, 3]);
  rows.add(1);
  rows.add(2);
  assert.equal(await join(), 2);
  assert.deepEqual([...rows.written.values()].toSorted(), ['Answer 1.', 'Answer 2.']);
  assert.equal(await countLateParts(db), 1);
  // Another node stored it while it was looked for.
  rows.add(3);
  assert.equal(await join(), 0);
  clock.now += 60_000;
  assert.equal(await join(), 1);
  assert.equal(await countLateParts(db), 0);
});

test('a part that always fails holds up neither its bundle nor later ones', async (t) => {
  const { db, rows, clock, keep, join } = await joining(t, upTo(1200));
  for (const n of upTo(1203)) rows.add(n);
  rows.fails = (id) => id === idOf(700);
  let passes = 0;
  // Parts that did not fail together with others are joined at once.
  await assert.rejects(join(), /the mutation fails/);
  await join();
  await join();
  assert.equal(rows.written.size, 700);
  assert.equal(await hasFailedParts(db), true);
  await keep([1201]);
  assert.equal(await join(), 1);
  for (; rows.written.size < 1200; passes++) {
    assert.ok(passes < 50, `${rows.written.size} are joined`);
    clock.now += 7 * HOUR;
    await join().catch(() => {});
  }
  assert.equal(await countLateParts(db), 1, 'only it waits');
  rows.fails = () => false;
  clock.now += 7 * HOUR;
  assert.equal(await join(), 1);
  assert.deepEqual([await countLateParts(db), await hasFailedParts(db)], [0, false]);
});

test('a row that cannot be read is left out, and the others are joined', async (t) => {
  const { db, rows, join } = await joining(t, upTo(10));
  for (const n of upTo(10)) rows.add(n, n === 5 ? '{"span"' : undefined);
  await assert.rejects(join(), SyntaxError);
  assert.equal(rows.written.size, 9);
  assert.equal(await countLateParts(db), 1);
});

test('a store that fails for everything is not asked for every page', async (t) => {
  const { rows, join } = await joining(t, upTo(20));
  for (const n of upTo(20)) rows.add(n);
  rows.fails = () => true;
  for (let i = 0; i < 5; i++) await join().catch(() => {});
  assert.equal(rows.replaces, 1, 'not again before it is due');
});

test('20,000 parts whose call never arrives cost nothing in the next pass and hold up nothing', async (t) => {
  const orphans = 20_000;
  const { db, rows, clock, keep, join } = await joining(t, upTo(orphans));
  const beside = orphans + 1;
  rows.add(beside);
  await keep([beside]);
  assert.equal(await join(), 1, 'the first pass joins new parts');
  for (let passes = 0; rows.reads <= orphans; passes++) {
    assert.ok(passes < 50, `${rows.reads} were looked for`);
    await join();
  }
  const looked = rows.reads;
  const started = performance.now();
  await join();
  assert.equal(rows.reads, looked, 'nothing is looked for twice');
  assert.ok(performance.now() - started < 1000, `${performance.now() - started} ms`);

  clock.now += HOUR;
  rows.add(beside + 1);
  await keep([beside + 1]);
  assert.equal(await join(), 1, 'parts that are due again do not hold up new ones');
  assert.equal(await countLateParts(db), orphans);
});

test('a part whose call never arrives is looked for about twenty times a day', async (t) => {
  const { rows, clock, join } = await joining(t, upTo(10));
  for (let minutes = 0; minutes < 24 * 60; minutes++) {
    clock.now += 60_000;
    await join();
  }
  assert.ok(rows.reads > 10 * 10 && rows.reads < 20 * 10, `${rows.reads} looks`);
});
