import assert from 'node:assert/strict';
import { test } from 'node:test';
import { derivedId } from '../envelope/uuid.ts';
import { KnownIds } from './known-ids.ts';

test('before the ids of earlier runs are loaded, any id may be known', () => {
  const known = new KnownIds();
  assert.equal(known.maybeHas(derivedId('a', 'b')), true);
  known.complete();
  assert.equal(known.maybeHas(derivedId('a', 'b')), false);
});

test('there are no false negatives and hardly any false positives', () => {
  const known = new KnownIds();
  known.complete();
  const ids = Array.from({ length: 20_000 }, (_, i) => derivedId('known', String(i)));
  for (const id of ids) known.add(id);
  assert.ok(ids.every((id) => known.maybeHas(id)));
  const others = Array.from({ length: 20_000 }, (_, i) => derivedId('other', String(i)));
  assert.ok(others.filter((id) => known.maybeHas(id)).length <= 2);
});

test('an id in upper case is the same id', () => {
  const known = new KnownIds();
  known.complete();
  const id = derivedId('a', 'b');
  known.add(id);
  assert.equal(known.maybeHas(id.toUpperCase()), true);
});
