import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headOf } from '../test/support/interactions.ts';
import { decodeEntry, encodeHead, type Head } from './entry.ts';

const COMMON = { id: 'x', appId: 'app_1', receivedAt: 5 };

test('an entry of every kind is read back as it was written', () => {
  const body = [Buffer.from('{"a":1.0}'), Buffer.from('{"b":[]}')];
  const interaction = headOf({ warnings: [{ path: 'a', code: 'b', message: '\ud800 "quoted"' }] });
  assert.deepEqual(decodeEntry([encodeHead(interaction), ...body]), {
    head: interaction,
    request: body[0],
    response: body[1],
  });
  const duplicate: Head = { ...COMMON, kind: 'duplicate' };
  assert.deepEqual(decodeEntry([encodeHead(duplicate)]), { head: duplicate });
  const rejection: Head = { ...COMMON, kind: 'rejection', issues: [] };
  assert.deepEqual(decodeEntry([encodeHead(rejection), ...body]), { head: rejection, payload: body[0] });
});
