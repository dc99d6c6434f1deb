import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { packKeys, unpackKeys } from './stored-keys.ts';

test('packed keys are unpacked unchanged', () => {
  const anyKey = fc.record(
    { id: fc.uuid(), stored: fc.nat(Number.MAX_SAFE_INTEGER), bytes: fc.nat() },
    { noNullPrototype: true },
  );
  fc.assert(fc.property(fc.array(anyKey), (keys) => assert.deepEqual(unpackKeys(packKeys(keys)), keys)));
});
