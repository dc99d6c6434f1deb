import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiError } from '../../base/errors.ts';
import { SMALL, type Upload, Uploads } from './uploads.ts';

const MIB = 1024 * 1024;
const LIMIT = 64 * MIB;

/** Uploads with a fake clock, and the reason why each of them was aborted. */
function bench(bytes = LIMIT) {
  let now = 1_736_500_000_000;
  const uploads = new Uploads({ bytes, now: () => now });
  const ended = new Map<Upload, ApiError>();
  const begin = (): Upload => {
    const upload = uploads.begin((reason) => ended.set(upload, reason));
    return upload;
  };
  const send = (upload: Upload, bytes: number, address = 'a') => {
    upload.arrived += bytes;
    uploads.take(upload, bytes, () => address);
  };
  /** Advances the clock second by second; each moving upload receives its bytes every second. */
  const wait = (seconds: number, moving: [Upload, number][] = []) => {
    for (let i = 0; i < seconds; i++) {
      now += 1000;
      for (const [upload, bytes] of moving) if (!ended.has(upload)) upload.arrived += bytes;
      uploads.sweep();
    }
  };
  return { uploads, ended, begin, send, wait };
}

test('large bodies from one address may use half of the budget, and others have the rest', () => {
  const { begin, send } = bench();
  for (let i = 0; i < 3; i++) send(begin(), 10 * MIB, 'greedy');
  assert.throws(() => send(begin(), 10 * MIB, 'greedy'), { code: 'unavailable' });
  send(begin(), 10 * MIB, 'another');
});

test('small bodies are always accepted, even if large ones use up their budget', () => {
  const { uploads, begin, send } = bench();
  for (const address of ['a', 'b', 'c']) for (let i = 0; i < 2; i++) send(begin(), 9 * MIB, address);
  assert.throws(() => send(begin(), 9 * MIB, 'd'), { code: 'unavailable' });
  for (let i = 0; i < 2000; i++) send(begin(), SMALL, 'a');
  assert.ok(uploads.held > LIMIT);
});

test('a stalled upload is aborted in favour of a new one', () => {
  const { ended, begin, send, wait } = bench();
  const still = begin();
  const moving = begin();
  const done = begin();
  send(still, 25 * MIB, 'a');
  send(moving, 20 * MIB, 'b');
  send(done, 10 * MIB, 'c');
  done.arriving = false;
  wait(3, [[moving, 100_000]]);
  send(begin(), 10 * MIB, 'd');
  assert.deepEqual([...ended.keys()], [still]);
  assert.deepEqual([ended.get(still)?.code, ended.get(still)?.status], ['request_timeout', 408]);
  assert.throws(() => send(begin(), 40 * MIB, 'd'), { code: 'unavailable' });
});

test('a trickling upload is aborted before a steady one', () => {
  const { ended, begin, send, wait } = bench();
  const steady = begin();
  const trickle = begin();
  send(steady, 20 * MIB, 'a');
  send(trickle, 20 * MIB, 'b');
  wait(3, [
    [steady, 60_000],
    [trickle, 10],
  ]);
  send(begin(), 20 * MIB, 'c');
  assert.deepEqual([...ended.keys()], [trickle]);
});

test('the slow uploads of an address are aborted before those of others', () => {
  const { ended, begin, send, wait } = bench();
  const elsewhere = begin();
  const own = begin();
  send(elsewhere, MIB, 'b');
  send(own, 30 * MIB, 'a');
  wait(3);
  send(begin(), 10 * MIB, 'a');
  assert.deepEqual([...ended.keys()], [own]);
});

test('an upload is aborted if it receives too little in ten seconds, however long it takes in total', () => {
  const { ended, begin, wait } = bench();
  const silent = begin();
  const trickle = begin();
  const slow = begin();
  wait(9, [
    [trickle, 1000],
    [slow, 5000],
  ]);
  assert.equal(ended.size, 0);
  wait(600, [
    [trickle, 1000],
    [slow, 5000],
  ]);
  assert.deepEqual([...ended.keys()], [silent, trickle]);
  assert.equal(ended.get(silent)?.code, 'request_timeout');
});

test('a fast start does not make up for a stall', () => {
  const { ended, begin, send, wait } = bench();
  const upload = begin();
  send(upload, 10 * MIB);
  wait(21, [[upload, 10]]);
  assert.ok(ended.has(upload));
});

test('a complete body is never aborted, however long its processing takes', () => {
  const { uploads, ended, begin, send, wait } = bench();
  const upload = begin();
  send(upload, 10 * MIB);
  upload.arriving = false;
  wait(600);
  assert.equal(ended.size, 0);
  uploads.finish(upload);
  assert.deepEqual([uploads.held, uploads.open], [0, 0]);
});

test('everything reserved is released, however an upload ends', () => {
  const { uploads, begin, send, wait } = bench();
  const all = Array.from({ length: 40 }, (_, i) => {
    const upload = begin();
    for (let k = 0; k < i; k++) send(upload, 10_000, `address ${i % 3}`);
    return upload;
  });
  wait(11);
  for (const upload of all) {
    uploads.finish(upload);
    uploads.finish(upload);
  }
  assert.deepEqual([uploads.held, uploads.open], [0, 0]);
  // The address can use its whole share again.
  send(begin(), LIMIT / 2, 'address 1');
});
