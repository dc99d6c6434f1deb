/** How long a payload can hold the thread that acknowledges: in CPU time, which a busy machine does not stretch. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { STRUCTURES } from '../../test/support/hostile-body.ts';
import { ingestBench } from '../../test/support/ingest-bench.ts';
import { TEST_KEYS } from '../../test/support/payloads.ts';
import { scanPayload, track } from './track.ts';

const MIB = 1024 * 1024;
/** As it comes from a socket. */
const PIECE = 64 * 1024;
const LONGEST_MS = 50;

const HEADER = `"reconify":${JSON.stringify({ format: 'openai', type: 'chat', version: '3.1.0', ...TEST_KEYS })}`;

/** The longest that this thread works in one turn of its loop until `work` is done. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let over = false;
  const watching = (async () => {
    while (!over) {
      const before = process.threadCpuUsage();
      await nextTurn();
      const { user, system } = process.threadCpuUsage(before);
      longest = Math.max(longest, (user + system) / 1000);
    }
  })();
  await work();
  over = true;
  await watching;
  return longest;
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
        const receive = async () => {
          const bytes = Buffer.from(payload);
          const scan = scanPayload();
          for (let from = 0; from < bytes.length; from += PIECE) {
            scan.feed(bytes.subarray(from, from + PIECE));
            await nextTurn();
          }
          await track(at.ingest, { bytes, scan }).catch(() => {});
        };
        let ms = await longestTurn(receive);
        // What the payload does, it does again; clearing up after this test is done once.
        if (ms > LONGEST_MS) ms = await longestTurn(receive);
        if (ms > LONGEST_MS) held.push(`${name}, ${payload.length} bytes: ${ms.toFixed(0)} ms`);
      }
    }
  }
  assert.deepEqual(held, []);
});
