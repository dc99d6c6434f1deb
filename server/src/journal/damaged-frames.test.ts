import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { damagedFrames } from './damaged-frames.ts';
import { encodeFrame, frameBytes } from './frame.ts';

function framesOf(...frames: string[][]): { bytes: Buffer; starts: number[] } {
  const parts = frames.map((texts) => texts.map((text) => Buffer.from(text)));
  const bytes = Buffer.alloc(parts.reduce((sum, each) => sum + frameBytes(each), 0));
  const starts: number[] = [];
  let at = 0;
  for (const each of parts) {
    starts.push(at);
    at = encodeFrame(bytes, at, each);
  }
  return { bytes, starts };
}

function flip(bytes: Buffer, at: number, bit: number): void {
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
}

/** Payloads are JSON: they may contain "PJF1", but no zero bytes. */
const part = fc.oneof(fc.string(), fc.constantFrom('"PJF1"', '"PJF1PJF1PJF1"', 'x'.repeat(300)));
const frame = fc.array(part, { minLength: 1, maxLength: 3 });

type Hit = { texts: string[]; where: number; bit: number };
const hit: fc.Arbitrary<Hit> = fc.record({ texts: frame, where: fc.nat(), bit: fc.nat(7) });

/** Flips a bit of each frame after its first `from` bytes. */
function hitEach(hits: readonly Hit[], from: (texts: readonly string[]) => number) {
  const { bytes, starts } = framesOf(...hits.map(({ texts }) => texts));
  for (const [i, { texts, where, bit }] of hits.entries()) {
    const start = (starts[i] ?? 0) + from(texts);
    const end = starts[i + 1] ?? bytes.length;
    if (start < end) flip(bytes, start + (where % (end - start)), bit);
  }
  return { bytes, starts };
}

test('a flipped bit anywhere in a frame is one damaged frame', () => {
  fc.assert(
    fc.property(hit, (only) => {
      const { bytes } = hitEach([only], () => 0);
      assert.equal(damagedFrames(bytes).length, 1);
    }),
    { numRuns: 2000 },
  );
});

test('adjacent damaged frames are told apart as long as their lengths are intact', () => {
  const lengths = (texts: readonly string[]) => 12 + 1 + 4 * texts.length;
  fc.assert(
    fc.property(fc.array(hit, { minLength: 1, maxLength: 4 }), (hits) => {
      const { bytes, starts } = hitEach(hits, lengths);
      assert.deepEqual(
        damagedFrames(bytes).map(({ start }) => start),
        starts,
      );
    }),
    { numRuns: 2000 },
  );
});

test('the remains of the first part are returned if the lengths still identify it', () => {
  const { bytes, starts } = framesOf(['head', 'body'], ['another head', 'another body']);
  for (const start of starts) flip(bytes, start + 25, 3);
  assert.deepEqual(
    damagedFrames(bytes).map(({ remains }) => remains.length),
    [4, 12],
  );
});

test('an overwritten range is at least one frame, and not more than there were', () => {
  const texts = ['first', 'second', 'third', 'fourth'].map((text) => [text, text.repeat(20)]);
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.constantFrom(0, 0xff, 0x50), (a, b, filling) => {
      const { bytes, starts } = framesOf(...texts);
      const [from, to] = [a % bytes.length, b % bytes.length].sort((x, y) => x - y);
      bytes.fill(filling, from, to);
      const { length } = damagedFrames(bytes);
      assert.ok(length >= 1 && length <= starts.length, `${length}`);
    }),
    { numRuns: 2000 },
  );
});

test('noise is one frame', () => {
  assert.equal(damagedFrames(Buffer.alloc(5000, 'PJF1')).length, 1);
  assert.equal(damagedFrames(Buffer.from('x')).length, 1);
  assert.deepEqual(damagedFrames(Buffer.alloc(0)), []);
});
