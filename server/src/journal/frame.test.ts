import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { announcedBytes, decodeFrame, encodeFrame, findFrame, frameBytes } from './frame.ts';

const parts = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 6 });

function encode(list: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.alloc(frameBytes(list));
  encodeFrame(bytes, 0, list);
  return bytes;
}

/** A frame with a correct checksum and an arbitrary body. */
function frameOfBody(body: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + body.length);
  bytes.write('PJF1', 'latin1');
  bytes.writeUInt32LE(body.length, 4);
  bytes.writeUInt32LE(crc32(body), 8);
  bytes.set(body, 12);
  return bytes;
}

test('a frame decodes to the parts it was made of, at any offset', () => {
  fc.assert(
    fc.property(parts, fc.nat(50), fc.nat(50), (list, before, behind) => {
      const bytes = Buffer.alloc(before + frameBytes(list) + behind, 0xee);
      const end = encodeFrame(bytes, before, list);
      assert.equal(end, before + frameBytes(list));
      const frame = decodeFrame(bytes, before);
      assert.ok(typeof frame === 'object');
      assert.equal(frame.end, end);
      assert.deepEqual(
        frame.parts.map((part) => [...part]),
        list.map((part) => [...part]),
      );
      assert.ok(bytes.subarray(0, before).every((byte) => byte === 0xee));
      assert.ok(bytes.subarray(end).every((byte) => byte === 0xee));
    }),
  );
});

test('a frame with a flipped bit is never read as a frame', () => {
  fc.assert(
    fc.property(parts, fc.nat(), fc.nat(7), (list, where, bit) => {
      const bytes = encode(list);
      const at = where % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      assert.equal(typeof decodeFrame(bytes, 0), 'string');
    }),
    { numRuns: 500 },
  );
});

test('every bit of a frame is covered', () => {
  const intact = encode([Buffer.from('{"id":1}'), Buffer.from('request'), Buffer.alloc(0)]);
  for (let at = 0; at < intact.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      const bytes = Buffer.from(intact);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      assert.equal(typeof decodeFrame(bytes, 0), 'string', `bit ${bit} of byte ${at}`);
    }
  }
});

test('a frame torn at any length is incomplete, not damaged', () => {
  const whole = encode([Buffer.from('head'), Buffer.from('body of some length')]);
  for (let length = 0; length < whole.length; length++) {
    assert.equal(decodeFrame(whole.subarray(0, length), 0), 'incomplete');
  }
});

test('a body with a correct checksum whose parts do not add up is damaged, not an exception', () => {
  const bodies = [[200], [1, 255, 255, 255, 255], [1, 0, 0, 0, 0, 9], [0, 9], [2, 1, 0, 0, 0, 1]];
  for (const body of bodies) assert.equal(decodeFrame(frameOfBody(Buffer.from(body)), 0), 'damaged');
  assert.deepEqual(decodeFrame(frameOfBody(Buffer.from([0])), 0), { parts: [], end: 13 });
});

test('an impossible length is damage, so that no reader waits for the rest', () => {
  const bytes = encode([Buffer.from('x')]);
  bytes.writeUInt32LE(0xffff_ffff, 4);
  assert.equal(decodeFrame(bytes, 0), 'damaged');
  bytes.writeUInt32LE(0, 4);
  assert.equal(decodeFrame(bytes, 0), 'damaged');
});

test('the next intact frame is found after any damage', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), parts, (noise, list) => {
      const bytes = Buffer.concat([noise, encode(list), Buffer.from('PJF1')]);
      assert.equal(findFrame(bytes, 0), noise.length);
      assert.equal(findFrame(bytes, noise.length + 1), -1);
    }),
  );
});

test('the magic bytes inside a part are not a frame', () => {
  const first = encode([Buffer.from('PJF1PJF1 PJF1')]);
  const second = encode([Buffer.from('b')]);
  assert.equal(findFrame(Buffer.concat([first, second]), 1), first.length);
});

test('a header announces the size of its frame', () => {
  const bytes = encode([Buffer.alloc(1000)]);
  assert.equal(announcedBytes(bytes.subarray(0, 12)), bytes.length);
  assert.equal(announcedBytes(bytes.subarray(0, 11)), 0);
});
