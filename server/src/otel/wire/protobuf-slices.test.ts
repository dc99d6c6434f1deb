import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { protobufRequest } from '../../../test/fixtures/otlp-sample.ts';
import { loadFixtures } from '../../../test/fixtures/telemetry.ts';
import { cpuMs } from '../../../test/support/cpu-time.ts';
import { Groups } from './messages.ts';
import { sliceProtobuf } from './protobuf-slices.ts';
import { MAX_RECORDS, MAX_VALUES } from './slices.ts';

const spans = loadFixtures().flatMap(({ texts }) =>
  texts.span === null ? [] : [JSON.parse(texts.span).span],
);

type Decoded = { groups: { resource?: unknown; scopes: { scope?: unknown; records: Uint8Array[] }[] }[] };

function decoded(bytes: Buffer): Decoded {
  const { groups } = Groups.toObject(Groups.decode(bytes), { arrays: true });
  return { groups };
}

test('slicing finds the same records as a decoder', () => {
  const bytes = Buffer.concat([
    protobufRequest('traces', spans),
    protobufRequest('traces', spans.slice(0, 3)),
  ]);
  const sliced = sliceProtobuf(bytes, 'span');
  assert.ok('groups' in sliced);
  assert.equal(sliced.records, spans.length + 3);
  assert.deepEqual(
    sliced.groups.map(({ scopes }) => scopes.map(({ records }) => records.map(String))),
    decoded(bytes).groups.map(({ scopes }) =>
      scopes.map(({ records }) => records.map((record) => String(Buffer.from(record)))),
    ),
  );
});

test('slicing random or changed bytes gives a result or a refusal, and never throws', () => {
  const whole = protobufRequest('traces', spans.slice(0, 2));
  const changed = fc
    .array(fc.record({ at: fc.nat({ max: whole.length - 1 }), byte: fc.nat({ max: 255 }) }), { maxLength: 4 })
    .map((changes) => {
      const bytes = Buffer.from(whole);
      for (const { at, byte } of changes) bytes[at] = byte;
      return bytes;
    });
  const anything = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes));
  fc.assert(
    fc.property(fc.oneof(changed, anything), (bytes) => {
      const sliced = sliceProtobuf(bytes, 'span');
      if ('refusal' in sliced) assert.ok(sliced.refusal.endsWith('.'));
    }),
    { numRuns: 3000 },
  );
});

test('nested values are counted, and slicing stops at the limit', () => {
  const attributes = Array.from({ length: 10 }, (_, i) => ({ key: `k${i}`, value: { stringValue: 'v' } }));
  const one = sliceProtobuf(protobufRequest('traces', [{ attributes }]), 'span');
  // Each attribute is a message with a key and a value, which contains a string.
  assert.ok('values' in one && one.values >= 40 && one.values < 60, JSON.stringify(one));
  const many = (count: number, field: number) => Buffer.alloc(2 * count, Buffer.from([field * 8 + 2, 0]));
  const took = cpuMs(() => {
    for (const bytes of [
      many(20_000_000, 1),
      wrapped(many(20_000_000, 2)),
      wrapped(wrapped(many(20_000_000, 2), 2)),
    ]) {
      const sliced = sliceProtobuf(bytes, 'span');
      assert.ok('refusal' in sliced && sliced.tooLarge, JSON.stringify(sliced).slice(0, 200));
      assert.match(sliced.refusal, new RegExp(`${MAX_RECORDS} records|${MAX_VALUES} values`));
    }
  });
  assert.ok(took < 5000, 'slicing stops at the limit');
});

/** Wraps bytes as a field of an outer message. */
function wrapped(bytes: Buffer, number = 1): Buffer {
  const length: number[] = [];
  let left = bytes.length;
  for (; left >= 128; left = Math.floor(left / 128)) length.push((left % 128) + 128);
  return Buffer.concat([Buffer.from([number * 8 + 2, ...length, left]), bytes]);
}
