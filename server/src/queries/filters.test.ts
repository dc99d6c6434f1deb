import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { conditions } from './filters.ts';

/** Default of `http_max_field_value_size` of a ClickHouse server. */
const MAX_FIELD_BYTES = 128 * 1024;

const NAME_LENGTH = 256;
/** The worst cases: many bytes per character, or escapes. */
const CHARACTERS = ['𝄞', "'", '\\', 'ü', 'a'];

/** A list as ClickHouse's client writes it into a URL. */
function inAddress(texts: readonly string[]): string {
  const quoted = texts.map((text) => `'${text.replace(/['\\]/g, '\\$&')}'`);
  return new URLSearchParams([['', `[${quoted.join(',')}]`]]).toString();
}

test('no list parameter exceeds the size limit of a server, and no value is lost', () => {
  const list = fc.record({
    count: fc.integer({ min: 1, max: 100 }),
    character: fc.constantFrom(...CHARACTERS),
  });
  fc.assert(
    fc.property(list, list, list, (models, users, labels) => {
      const filters = { model: longest(models), 'not.user': longest(users), labels: { a: longest(labels) } };
      const { where, params } = conditions(['app_1'], filters);
      for (const [name, value] of Object.entries(params)) {
        if (!Array.isArray(value)) continue;
        assert.ok(inAddress(value).length < MAX_FIELD_BYTES, name);
        assert.ok(where.includes(`{${name}:Array(String)}`), name);
      }
      const valuesOf = (prefix: string) =>
        Object.entries(params).flatMap(([name, value]) =>
          name.startsWith(prefix) && Array.isArray(value) ? value : [],
        );
      assert.deepEqual(valuesOf('model'), filters.model);
      assert.deepEqual(valuesOf('not_user'), filters['not.user']);
      assert.deepEqual(valuesOf('label0Values'), filters.labels.a);
    }),
    { numRuns: 30 },
  );
});

test('a caller with 20,000 applications can query them all', () => {
  const ids = Array.from({ length: 20_000 }, (_, i) => `app_${String(i).padStart(12, '0')}`);
  const { where, params } = conditions(['app_first', ...ids], {});
  assert.match(where, /^\(app_id IN \{appIds:Array\(String\)\} OR app_id IN \{appIds_1:Array\(String\)\}/);
  assert.deepEqual(Object.values(params).flat(), ['app_first', ...ids]);
});

function longest({ count, character }: { count: number; character: string }): string[] {
  return Array.from({ length: count }, (_, i) => `${i}${character.repeat(NAME_LENGTH)}`);
}
