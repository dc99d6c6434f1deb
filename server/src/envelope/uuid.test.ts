import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { derivedId, digestOf, isDerivedId, newId } from './uuid.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('a new id is a UUIDv7 with the time of receipt', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), (now) => {
      const id = newId(now);
      assert.match(id, UUID_V7);
      assert.equal(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16), now);
      assert.ok(!isDerivedId(id));
    }),
  );
});

test('new ids are unique, even within one millisecond', () => {
  const ids = new Set(Array.from({ length: 20_000 }, () => newId(1_736_500_000_000)));
  assert.equal(ids.size, 20_000);
});

test('a time before 1970 still gives an id', () => {
  assert.match(newId(-5), UUID_V7);
});

test('a derived id is a UUIDv8 determined by its scope and name', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (scope, text, otherScope, otherText) => {
      const id = derivedId(scope, digestOf(text));
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      assert.ok(isDerivedId(id));
      assert.equal(derivedId(scope, digestOf(Buffer.from(text))), id);
      const same = scope === otherScope && text === otherText;
      assert.equal(derivedId(otherScope, digestOf(otherText)) === id, same);
    }),
  );
});

test('derived ids never change, since records in the store have them', () => {
  assert.equal(derivedId('key app_1', digestOf('order-7')), DERIVED_FROM_ORDER_7);
});

const DERIVED_FROM_ORDER_7 = '068de641-cee2-84f8-8e44-8100c00b327d';
