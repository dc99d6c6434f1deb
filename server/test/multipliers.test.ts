/** The maximum cost of a request: time on the thread that acknowledges, and bytes on disk. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ApiError } from '../src/base/errors.ts';
import { MemberScan } from '../src/base/member-scan.ts';
import { countJson } from '../src/http/otlp/otlp-route.ts';
import { scanPayload, track } from '../src/ingest/track.ts';
import { takeTelemetry } from '../src/otel/intake/take-telemetry.ts';
import { type IngestBench, ingestBench } from './support/ingest-bench.ts';
import { longestTurn } from './support/longest-turn.ts';
import { MULTIPLIERS, type Multiplier, signalOf } from './support/multipliers.ts';
import { TEST_KEYS } from './support/payloads.ts';

const MIB = 1024 * 1024;
/** Size of the chunks in which a body arrives from a socket or a decompressor. */
const CHUNK_BYTES = 64 * 1024;
const MAX_BLOCKED_MS = 50;
const MAX_STORED_RATIO = 4;
/** Overhead of any frame: a head, and the frame around it. */
const FRAME_OVERHEAD_BYTES = 2048;

/** Receives a body like the server; returns the code of the refusal, or null. */
async function receive(
  { ingest }: IngestBench,
  multiplier: Multiplier,
  sent: Buffer,
): Promise<string | null> {
  const application = ingest.credentials.byId('app_1') ?? assert.fail();
  const { path, encoding } = multiplier;
  const payload = path === '/track' ? scanPayload() : null;
  const counted = encoding === 'json' && !payload ? new MemberScan(new Set()) : null;
  try {
    for (let from = 0; from < sent.length; from += CHUNK_BYTES) {
      const piece = sent.subarray(from, from + CHUNK_BYTES);
      payload?.feed(piece);
      if (counted) countJson(counted, piece);
      await nextTurn();
    }
    if (payload) await track(ingest, { bytes: sent, scan: payload });
    else {
      const signal = signalOf(multiplier);
      const read = await ingest.telemetryParser.parseTelemetry(
        'app_1',
        signal,
        sent,
        encoding,
        counted?.values ?? 0,
      );
      const { bytes, parsed } = read;
      if ('refusal' in parsed) return 'refused';
      await takeTelemetry(ingest, application, {
        signal,
        encoding,
        bytes,
        parsed,
        receivedAt: ingest.now(),
      });
    }
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

test('no request blocks the thread for more than 50 ms or takes more than 4 times its size on disk', async (t) => {
  const at = await ingestBench(t, { maxBytes: 4096 * MIB });
  const failed: string[] = [];
  let rounds = 0;
  for (const multiplier of MULTIPLIERS) {
    const name = `${multiplier.name} at ${multiplier.path}, ${multiplier.encoding}`;
    let ms = Number.POSITIVE_INFINITY;
    let kept = 0;
    let answer: string | null = null;
    // The request costs the same in every run; garbage collection of the test itself does not.
    for (let tries = 0; tries < 3 && ms > MAX_BLOCKED_MS; tries++) {
      const sent = multiplier.body(TEST_KEYS, rounds++);
      const { length } = sent;
      const before = at.journal.waitingBytes;
      ms = Math.min(
        ms,
        await longestTurn(async () => {
          answer = await receive(at, multiplier, sent);
        }),
      );
      kept = (at.journal.waitingBytes - before - FRAME_OVERHEAD_BYTES) / length;
    }
    t.diagnostic(`${name}: ${ms.toFixed(0)} ms, ${kept.toFixed(2)} times kept, ${answer ?? 'taken'}`);
    if (ms > MAX_BLOCKED_MS) failed.push(`${name}: held for ${ms.toFixed(0)} ms`);
    if (kept > MAX_STORED_RATIO) failed.push(`${name}: kept ${kept.toFixed(1)} times`);
  }
  assert.deepEqual(failed, []);
});
