import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chunkParams } from './chunk-params.ts';

/** Default of `http_max_field_value_size` of a ClickHouse server. */
const MAX_FIELD_BYTES = 128 * 1024;

/** A list as ClickHouse's client writes it into a URL. */
function inUrl(texts: readonly string[]): string {
  const quoted = texts.map(
    (text) => `'${text.replace(/['\\\t\n\r]/g, (character) => ESCAPED[character] ?? '')}'`,
  );
  return new URLSearchParams([['', `[${quoted.join(',')}]`]]).toString();
}
const ESCAPED: Record<string, string> = { "'": "\\'", '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

test("a list is split into chunks within the server's limit, in order and complete", () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 2000 }),
    fc.constantFrom("'", '\\', '\n', '𝄞'),
  );
  fc.assert(
    fc.property(fc.array(text, { maxLength: 40 }), fc.integer({ min: 1, max: 400 }), (texts, times) => {
      const items = Array.from({ length: times }, () => texts).flat();
      const parts = [...chunkParams(items, (item) => item)];
      assert.deepEqual(parts.flat(), items);
      for (const part of parts) assert.ok(inUrl(part).length < MAX_FIELD_BYTES);
    }),
    { numRuns: 50 },
  );
});

test('many ids make few chunks', () => {
  const ids = Array.from({ length: 10_000 }, () => '00000000-0000-7000-8000-000000000000');
  assert.deepEqual(
    [...chunkParams(ids, (id) => id)].map(({ length }) => length),
    [2671, 2671, 2671, 1987],
  );
});

test('an empty list has no chunks', () => {
  assert.deepEqual([...chunkParams([], String)], []);
});
