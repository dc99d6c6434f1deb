/**
 * How long a payload can block the thread that acknowledges. Measured in CPU time, which does not depend on
 * the load of the machine.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Ingest, scanPayload, track } from '../src/ingest/track.ts';
import { STRUCTURES } from './support/hostile-body.ts';
import { ingestBench } from './support/ingest-bench.ts';
import { longestTurn } from './support/longest-turn.ts';
import { TEST_KEYS } from './support/payloads.ts';

const MIB = 1024 * 1024;
/** Size of the chunks in which a body arrives from a socket. */
const CHUNK_BYTES = 64 * 1024;
const MAX_BLOCKED_MS = 50;

const HEADER = `"reconify":${JSON.stringify({ format: 'openai', type: 'chat', version: '3.1.0', ...TEST_KEYS })}`;

/** Receives a body like the server, which scans chunks while the rest arrives. */
async function receive(ingest: Ingest, bytes: Buffer): Promise<void> {
  const scan = scanPayload();
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    scan.feed(bytes.subarray(from, from + CHUNK_BYTES));
    await nextTurn();
  }
  await track(ingest, { bytes, scan }).catch(() => {});
}

test('no payload blocks the thread for more than 50 ms, whatever its structure', async (t) => {
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
        // The payload costs the same in every run; garbage collection of the test itself does not.
        for (let tries = 0; tries < 3 && ms > MAX_BLOCKED_MS; tries++) {
          const bytes = Buffer.from(payload);
          ms = Math.min(ms, await longestTurn(() => receive(at.ingest, bytes)));
        }
        if (ms > MAX_BLOCKED_MS) held.push(`${name}, ${payload.length} bytes: ${ms.toFixed(0)} ms`);
      }
    }
  }
  assert.deepEqual(held, []);
});
