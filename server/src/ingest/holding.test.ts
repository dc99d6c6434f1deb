/**
 * How long a payload can hold the thread that acknowledges: in CPU time, which a busy machine does not
 * stretch.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { STRUCTURES } from '../../test/support/hostile-body.ts';
import { ingestBench } from '../../test/support/ingest-bench.ts';
import { longestTurn } from '../../test/support/longest-turn.ts';
import { TEST_KEYS } from '../../test/support/payloads.ts';
import { type Ingest, scanPayload, track } from './track.ts';

const MIB = 1024 * 1024;
/** As it comes from a socket. */
const PIECE = 64 * 1024;
const LONGEST_MS = 50;

const HEADER = `"reconify":${JSON.stringify({ format: 'openai', type: 'chat', version: '3.1.0', ...TEST_KEYS })}`;

/** As the server does it: what is there already is looked through while the rest comes in. */
async function receive(ingest: Ingest, bytes: Buffer): Promise<void> {
  const scan = scanPayload();
  for (let from = 0; from < bytes.length; from += PIECE) {
    scan.feed(bytes.subarray(from, from + PIECE));
    await nextTurn();
  }
  await track(ingest, { bytes, scan }).catch(() => {});
}

test('no payload holds the thread for more than 50 ms, whatever is in it', async (t) => {
  const at = await ingestBench(t, { maxBytes: 4096 * MIB });
  const held: string[] = [];
  for (const [name, build] of Object.entries(STRUCTURES)) {
    for (const size of [127 * 1024, 10 * MIB - 10_000]) {
      for (const payload of [
        `{${HEADER},"request":{"messages":${build(size)}},"response":{"choices":[]}}`,
        `{${HEADER},"a":${build(size)}}`,
        `{"a":${build(size)}}`,
      ]) {
        let ms = Number.POSITIVE_INFINITY;
        // What the payload does, it does every time; clearing up after this test is done now and then.
        for (let tries = 0; tries < 3 && ms > LONGEST_MS; tries++) {
          const bytes = Buffer.from(payload);
          ms = Math.min(ms, await longestTurn(() => receive(at.ingest, bytes)));
        }
        if (ms > LONGEST_MS) held.push(`${name}, ${payload.length} bytes: ${ms.toFixed(0)} ms`);
      }
    }
  }
  assert.deepEqual(held, []);
});
