import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headOf } from '../../test/support/interactions.ts';
import { JOURNAL_START } from '../../test/support/journals.ts';
import { type Counts, noCounts } from '../cluster/ledger.ts';
import { encodeHead, type Head } from '../envelope/journal-entry.ts';
import { dropDuplicates, dropStored, type FrameRange, idsOf, keepOnly, sortBatch, totalOf } from './batch.ts';

const NOON = Date.UTC(2025, 0, 10, 12);
const NEXT_DAY = NOON + 86_400_000;

function framesOf(...heads: Head[]): FrameRange {
  const position = { segment: 1, offset: 0 };
  const frames = heads.map((head) => ({
    position,
    end: position,
    parts: [encodeHead(head), Buffer.from('{"a":1.0}'), Buffer.from('{"b":2}')],
  }));
  return { frames, damage: [] };
}

function countsOf(received: number, stored: number, duplicate: number, rejected: number): Counts {
  return { ...noCounts(), received, stored, duplicate, rejected };
}

function duplicateOf(id: string, appId = 'app_1'): Head {
  return { kind: 'duplicate', id, appId, receivedAt: NOON };
}

test('every frame is counted as received and as stored, duplicate or rejected, per application and day', () => {
  const issues = [{ path: 'request', code: 'required', message: 'request must be an object.' }];
  const batch = sortBatch(
    framesOf(
      headOf({ id: 'a' }),
      headOf({ id: 'b', receivedAt: NEXT_DAY }),
      headOf({ id: 'c', appId: 'app_2' }),
      duplicateOf('a'),
      { kind: 'rejection', id: 'r', appId: 'app_2', receivedAt: NOON, issues },
    ),
    JOURNAL_START,
  );
  assert.deepEqual(
    [...batch.ledger.values()],
    [
      { appId: 'app_1', day: '2025-01-10', counts: countsOf(2, 1, 1, 0) },
      { appId: 'app_1', day: '2025-01-11', counts: countsOf(1, 1, 0, 0) },
      { appId: 'app_2', day: '2025-01-10', counts: countsOf(2, 1, 0, 1) },
    ],
  );
  assert.deepEqual(idsOf(batch), ['a', 'b', 'c']);
  assert.deepEqual(
    batch.rejections.map(({ id, issues: json, payload }) => ({ id, issues: JSON.parse(json), payload })),
    [{ id: 'r', issues, payload: '{"a":1.0}' }],
  );
});

test('ignored records count as often as the frame says, and late parts not at all', () => {
  const common = { id: 'i', appId: 'app_1', receivedAt: NOON };
  const batch = sortBatch(
    framesOf(
      { kind: 'ignored', ...common, count: 7 },
      { kind: 'part', ...common },
      { kind: 'part', ...common, own: true },
    ),
    JOURNAL_START,
  );
  assert.equal(batch.parts.length, 1);
  assert.deepEqual(
    [...batch.ledger.values()].map(({ counts }) => counts),
    [{ ...noCounts(), received: 8, ignored: 8 }],
  );
});

test('of outlines, an application keeps what it keeps of payloads: everything, numbers only, or nothing', () => {
  const outline = {
    traceId: 't',
    spanId: 's',
    parentSpanId: null,
    name: 'Travel agent',
    kind: 'agent' as const,
    startedAt: NOON,
    endedAt: null,
    failed: false,
  };
  const ignored: Head = {
    kind: 'ignored',
    id: 'i',
    appId: 'app_1',
    receivedAt: NOON,
    count: 1,
    outlines: [outline],
  };
  const batch = sortBatch(framesOf(ignored), JOURNAL_START);
  assert.notEqual(batch.digest, sortBatch(framesOf({ ...ignored, outlines: [] }), JOURNAL_START).digest);
  for (const [kept, names] of [
    ['everything', ['Travel agent']],
    ['numbers', ['']],
    ['nothing', []],
  ] as const) {
    keepOnly(batch, () => kept);
    assert.deepEqual(
      batch.outlines.map(({ name }) => name),
      names,
    );
  }
});

test('an interaction has the bytes of its frame unchanged', () => {
  const [stored] = sortBatch(framesOf(headOf()), JOURNAL_START).interactions;
  assert.equal(stored?.request.toString(), '{"a":1.0}');
  assert.equal(stored?.response.toString(), '{"b":2}');
});

test('an id that occurs twice in a batch is stored once and counted as one duplicate', () => {
  const batch = sortBatch(framesOf(headOf({ id: 'a' }), headOf({ id: 'a', verified: false })), JOURNAL_START);
  assert.deepEqual(idsOf(batch), ['a']);
  assert.deepEqual(
    [...batch.ledger.values()].map(({ counts }) => counts),
    [countsOf(2, 1, 1, 0)],
  );
});

test('interactions recorded earlier become duplicates, and those that this batch has stored do not', () => {
  const batch = sortBatch(framesOf(headOf({ id: 'a', verified: false }), headOf({ id: 'b' })), JOURNAL_START);
  assert.deepEqual(batch.unverified, ['a']);
  dropDuplicates(batch, new Set(['a']));
  dropDuplicates(batch, new Set(['a']));
  assert.deepEqual(idsOf(batch), ['b']);
  dropStored(batch, new Set(['b']));
  assert.deepEqual(idsOf(batch), []);
  assert.deepEqual(
    [...batch.ledger.values()].map(({ counts }) => counts),
    [countsOf(2, 1, 1, 0)],
  );
  assert.equal(totalOf(batch, 'stored'), 1);
});

test('frames that the ledger has counted are stored again without being counted again', () => {
  const { frames } = framesOf(headOf({ id: 'a' }), duplicateOf('a'), headOf({ id: 'b' }));
  const [first, second, third] = frames;
  assert.ok(first && second && third);
  const read = [first, second, { ...third, position: { segment: 1, offset: 50 } }];
  const batch = sortBatch({ frames: read, damage: [] }, { segment: 1, offset: 50 });
  dropDuplicates(batch, new Set(['a']));
  assert.deepEqual(idsOf(batch), ['b']);
  assert.deepEqual(
    [...batch.ledger.values()].map(({ counts }) => counts),
    [countsOf(1, 1, 0, 0)],
  );
});

test('batches with different content have different digests, and a repeated batch has the same', () => {
  const digestOf = (...heads: Head[]) => sortBatch(framesOf(...heads), JOURNAL_START).digest;
  const digests = [
    digestOf(headOf({ id: 'a' }), headOf({ id: 'b' })),
    digestOf(headOf({ id: 'b' }), headOf({ id: 'a' })),
    digestOf(headOf({ id: 'a' })),
    digestOf(headOf({ id: 'a' }), duplicateOf('a')),
    digestOf({ kind: 'rejection', id: 'c', appId: 'app_1', receivedAt: NOON, issues: [] }),
  ];
  assert.equal(new Set(digests).size, 4);
  assert.equal(digests[2], digests[3], 'a duplicate adds no content');
});
