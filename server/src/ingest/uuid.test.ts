import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { derivedId, isDerivedId, newId } from './uuid.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('a new id is a UUIDv7 that carries the time of receipt', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), (now) => {
      const id = newId(now);
      assert.match(id, UUID_V7);
      assert.equal(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16), now);
      assert.ok(!isDerivedId(id));
    }),
  );
});

test('new ids are all different, also within one millisecond', () => {
  const ids = new Set(Array.from({ length: 20_000 }, () => newId(1_736_500_000_000)));
  assert.equal(ids.size, 20_000);
});

test('a clock before 1970 still gives an id', () => {
  assert.match(newId(-5), UUID_V7);
});

test('a derived id is a UUIDv8 that depends on every part, and on how the parts are cut', () => {
  const parts = fc.array(fc.string(), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.string(), parts, fc.string(), parts, (scope, list, otherScope, otherList) => {
      const id = derivedId(scope, ...list);
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.ok(isDerivedId(id));
      assert.equal(derivedId(scope, ...list.map((part) => Buffer.from(part))), id);
      const same = JSON.stringify([scope, list]) === JSON.stringify([otherScope, otherList]);
      assert.equal(derivedId(otherScope, ...otherList) === id, same);
    }),
  );
  assert.notEqual(derivedId('a', 'bc', 'd'), derivedId('a', 'b', 'cd'));
});

test('derived ids never change: records in the store carry them', () => {
  assert.equal(
    derivedId('payload app_1', 'some bytes'),
    derivedId('payload app_1', Buffer.from('some bytes')),
  );
  assert.equal(derivedId('key app_1', 'order-7'), DERIVED_FROM_ORDER_7);
});

const DERIVED_FROM_ORDER_7 = '068de641-cee2-84f8-8e44-8100c00b327d';
