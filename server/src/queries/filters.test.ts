import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { conditions } from './filters.ts';

/** `http_max_field_value_size` of a ClickHouse server, unless somebody changed it. */
const TAKEN_BYTES = 128 * 1024;

const LONGEST = 256;
/** Each is as long as it gets in another way: as bytes, or by what has to be escaped. */
const CHARACTERS = ['𝄞', "'", '\\', 'ü', 'a'];

/** As ClickHouse's client writes a list into an address. */
function inAddress(texts: readonly string[]): string {
  const quoted = texts.map((text) => `'${text.replace(/['\\]/g, '\\$&')}'`);
  return new URLSearchParams([['', `[${quoted.join(',')}]`]]).toString();
}

test('no list of a filter is longer than a server takes, and no value of it is left out', () => {
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
        assert.ok(inAddress(value).length < TAKEN_BYTES, name);
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

test('the applications of somebody who has very many are taken, too', () => {
  const ids = Array.from({ length: 20_000 }, (_, i) => `app_${String(i).padStart(12, '0')}`);
  const { where, params } = conditions(['app_first', ...ids], {});
  assert.match(where, /^\(app_id IN \{appIds:Array\(String\)\} OR app_id IN \{appIds_1:Array\(String\)\}/);
  assert.deepEqual(Object.values(params).flat(), ['app_first', ...ids]);
});

function longest({ count, character }: { count: number; character: string }): string[] {
  return Array.from({ length: count }, (_, i) => `${i}${character.repeat(LONGEST)}`);
}
