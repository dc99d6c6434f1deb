import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headOf } from '../../test/support/interactions.ts';
import { decodeEntry, encodeHead, type Head, readRemains, recordsIn } from './journal-entry.ts';

const COMMON = { id: 'x', appId: 'app_1', receivedAt: 5 };

test('an entry of every kind is read back as written', () => {
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

test('the application and the time of receipt are recovered from a damaged head where they are intact', () => {
  const head = encodeHead({ kind: 'duplicate', id: 'a', appId: 'app_1-x', receivedAt: 1_736_500_000_000 });
  const damage = (from: string, to: string) => Buffer.from(head.toString().replace(from, to));
  assert.deepEqual(readRemains(head), {
    appId: 'app_1-x',
    receivedAt: 1_736_500_000_000,
    count: 1,
  });
  assert.deepEqual(readRemains(damage('"kind"', '"k{nd"')).appId, 'app_1-x');
  assert.deepEqual(readRemains(damage('"appId"', '"app\u0000d"')), {
    appId: null,
    receivedAt: 1_736_500_000_000,
    count: 1,
  });
  assert.deepEqual(readRemains(damage('17365', '97365')), { appId: 'app_1-x', receivedAt: null, count: 1 });
  assert.deepEqual(readRemains(damage('17365', '1e365')), { appId: 'app_1-x', receivedAt: null, count: 1 });
  assert.deepEqual(readRemains(Buffer.alloc(5000)), { appId: null, receivedAt: null, count: 1 });
});

test('the number of records of a frame is read from the beginning of its head', () => {
  const ignored = encodeHead({ kind: 'ignored', ...COMMON, count: 5000 });
  const duplicates = encodeHead({ kind: 'duplicate', ...COMMON, count: 12 });
  const one = encodeHead(headOf({ envelope: { ...headOf().envelope, session: '","count":7,' } }));
  assert.deepEqual(
    [ignored, duplicates, one].map((head) => recordsIn([head])),
    [5000, 12, 1],
  );
  assert.equal(readRemains(ignored).count, 5000);
});
