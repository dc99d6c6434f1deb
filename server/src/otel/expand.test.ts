import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonRequest, protobufRequest } from '../../test/fixtures/otlp-sample.ts';
import { logJson, spanJson } from '../../test/fixtures/telemetry.ts';
import { ingestBench } from '../../test/support/ingest-bench.ts';
import { countOf } from '../envelope/journal-entry.ts';
import { readCall } from './call-bodies.ts';
import { otelExchange } from './exchange/otel-exchange.ts';
import { parseTelemetry } from './intake/parse-telemetry.ts';
import { replayTelemetry } from './intake/replay-telemetry.ts';
import { takeTelemetry } from './intake/take-telemetry.ts';
import type { SignalName } from './telemetry.ts';
import type { Encoding } from './wire/decode.ts';

/** Shortly after the spans. */
const NOW = 1_760_000_100_000;
const LIMITS = { records: 10_000, values: 1_000_000, recordBytes: 1024 * 1024 };

function spanOf(index: number, changes: object = {}): object {
  const attributes = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'gpt-4o' };
  const spanId = (index + 1).toString(16).padStart(16, '0');
  return { ...spanJson({ name: `call ${index}`, spanId, took: 5, attributes }), ...changes };
}

/** The journal entries of these records, expanded. */
async function kept(
  t: Parameters<typeof ingestBench>[0],
  records: object[],
  { signal = 'traces' as SignalName, encoding = 'json' as Encoding, origin = {} } = {},
) {
  const at = await ingestBench(t);
  const application = at.ingest.credentials.byId('app_1') ?? assert.fail();
  const bytes =
    encoding === 'json'
      ? Buffer.from(JSON.stringify(jsonRequest(signal, records, origin)))
      : protobufRequest(signal, records, origin);
  const parsed = parseTelemetry(signal, bytes, encoding, LIMITS);
  if (!('portions' in parsed)) assert.fail(JSON.stringify(parsed));
  await takeTelemetry(at.ingest, application, { signal, encoding, bytes, parsed, receivedAt: NOW });
  return { at, application, entries: await at.entries(), frames: await at.frames() };
}

function longResource(bytes: number): object {
  const long = { key: 'process.command_args', value: { stringValue: 'x'.repeat(bytes) } };
  return { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }, long] };
}

for (const encoding of ['json', 'protobuf'] as const) {
  test(`the calls of an export are one frame and expand to one interaction each (${encoding})`, async (t) => {
    const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] };
    const origin = { resource, scope: { name: 'lib' } };
    const spans = [spanOf(0), spanOf(1), spanOf(2)];
    const { at, entries, frames } = await kept(t, spans, { encoding, origin });
    assert.equal(frames.length, 1);
    assert.equal(entries.length, 3);
    for (const [i, entry] of entries.entries()) {
      assert.ok('request' in entry && entry.head.kind === 'interaction');
      const { resource: ofCall, scope, span } = JSON.parse(entry.request.toString());
      assert.deepEqual([ofCall, scope, span.name], [resource, { name: 'lib' }, `call ${i}`]);
      const { envelope, verified, warnings } = entry.head;
      assert.deepEqual([envelope.labels, envelope.version], [{ 'service.name': 'shop' }, 'lib']);
      assert.deepEqual([verified, warnings, entry.response.toString()], [true, [], '{}']);
      assert.ok(at.ingest.pending.has(entry.head.id));
    }
    assert.equal(at.ingest.pending.size, 3);
    assert.deepEqual([...at.ingest.pending.countByDay('app_1', { segment: 0, offset: 0 }).values()], [3]);
  });

  test(`the rejected records of an export are one rejection, which can be replayed as a whole (${encoding})`, async (t) => {
    const wrong = [spanOf(0, { spanId: '' }), spanOf(1, { spanId: '' }), spanOf(2, { traceId: '' })];
    const resource = longResource(1000);
    const { at, application, entries } = await kept(t, wrong, { encoding, origin: { resource } });
    const [entry, ...others] = entries;
    assert.deepEqual(others, []);
    assert.ok(entry && 'payload' in entry);
    assert.deepEqual(
      entry.head.issues.map(({ path, message, count }) => [path.slice(-8), message.slice(0, 7), count]),
      [
        ['spans[0]', 'spanId ', 2],
        ['spans[2]', 'traceId', 1],
      ],
    );
    const payload = entry.payload.toString();
    assert.equal(payload.split('process.command_args').length, 2, 'the resource occurs once');
    const mended = payload.replaceAll(/"(span|trace)Id":""/g, '"$1Id":"00112233"');
    const names = JSON.parse(mended).resourceSpans[0].scopeSpans[0].spans.map(
      ({ name }: { name: string }) => name,
    );
    assert.deepEqual(names, ['call 0', 'call 1', 'call 2']);
    const good = Buffer.from(JSON.stringify(jsonRequest('traces', [spanOf(7), spanOf(8)], { resource })));
    const taken = await replayTelemetry(at.ingest, application, good, async () => {});
    assert.ok(taken && at.ingest.pending.has(taken.id));
    assert.equal((await at.entries()).filter((each) => 'request' in each).length, 2);
  });
}

test('a run of equal rejected records is stored once, with its count', async (t) => {
  const { entries, at } = await kept(
    t,
    Array.from({ length: 5000 }, () => ({})),
  );
  const [entry, ...others] = entries;
  assert.ok(entry && 'payload' in entry);
  assert.deepEqual(others, []);
  assert.equal(entry.head.issues[0]?.count, 5000);
  assert.ok(entry.payload.length < 200);
  assert.deepEqual([...at.ingest.pending.countByDay('app_1', { segment: 0, offset: 0 }).values()], [5000]);
});

test('a large resource is shortened in each of many calls, and kept whole in a few', async (t) => {
  const origin = { resource: longResource(20_000), scope: { name: 'lib' } };
  const many = await kept(
    t,
    Array.from({ length: 600 }, (_, i) => spanOf(i)),
    { origin },
  );
  const texts = many.entries.map((entry) => ('request' in entry ? entry.request.toString() : ''));
  assert.equal(texts.length, 600);
  for (const [i, text] of texts.entries()) {
    assert.ok(text.length < 2000);
    const { resource, scope, span } = JSON.parse(text);
    assert.deepEqual([resource.attributes.length, scope, span.name], [1, { name: 'lib' }, `call ${i}`]);
  }
  const [first] = many.entries;
  assert.ok(first && 'request' in first);
  assert.deepEqual(
    first.head.warnings.map(({ code }) => code),
    ['resource_shortened'],
  );
  assert.deepEqual(first.head.envelope.labels, { 'service.name': 'shop' });

  const few = await kept(t, [spanOf(0), spanOf(1)], { origin });
  for (const entry of few.entries) {
    assert.ok('request' in entry && entry.request.length > 20_000);
    assert.deepEqual(entry.head.warnings, []);
  }
});

test('log records of a call with the same time keep the order of the export', async (t) => {
  const said = Array.from({ length: 40 }, (_, i) => `message ${i % 20}`);
  const logs = said.map((content) =>
    logJson({ eventName: 'gen_ai.user.message', attributes: { content }, at: 5 }),
  );
  const { at, entries } = await kept(t, logs, { signal: 'logs' });
  const [entry, ...others] = entries;
  assert.ok(entry && 'logs' in entry);
  assert.deepEqual(others, []);
  assert.equal(countOf(entry.head), 40);
  assert.deepEqual([...at.ingest.pending.countByDay('app_1', { segment: 0, offset: 0 }).values()], [40]);
  const call = readCall({}, JSON.parse(entry.logs.toString())) ?? assert.fail();
  assert.deepEqual(otelExchange(call).exchange.inputText.split('\n'), said);
});

test('a call that occurs twice in a request is one interaction', async (t) => {
  const { at, entries } = await kept(t, [spanOf(0), spanOf(0), spanOf(1)]);
  assert.deepEqual(
    entries.map(({ head }) => head.kind),
    ['interaction', 'interaction', 'duplicate'],
  );
  assert.deepEqual([...at.ingest.pending.countByDay('app_1', { segment: 0, offset: 0 }).values()], [3]);
});

test('a call with shortened values has warnings on its record', async (t) => {
  const attributes = { 'gen_ai.operation.name': 'chat', 'session.id': 's'.repeat(300) };
  const span = spanJson({ took: 5, attributes });
  const { entries } = await kept(t, [span], { origin: { scope: { name: 'l'.repeat(300) } } });
  const [entry] = entries;
  assert.ok(entry?.head.kind === 'interaction');
  const { envelope, warnings } = entry.head;
  assert.match(`${envelope.session} ${envelope.version}`, /^s{243}-[0-9a-f]{12} l{243}-[0-9a-f]{12}$/);
  assert.deepEqual(
    warnings.map(({ path, code }) => [path, code]),
    [
      ['session', 'shortened'],
      ['version', 'shortened'],
    ],
  );
});
