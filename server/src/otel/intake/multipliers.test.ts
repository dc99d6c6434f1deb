/** What a request can be made to cost: the thread that acknowledges, and the disk. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type IngestBench, ingestBench } from '../../../test/support/ingest-bench.ts';
import { longestTurn } from '../../../test/support/longest-turn.ts';
import { MULTIPLIERS, type Multiplier, signalOf } from '../../../test/support/multipliers.ts';
import { TEST_KEYS } from '../../../test/support/payloads.ts';
import { ApiError } from '../../base/errors.ts';
import { MemberScan } from '../../base/member-scan.ts';
import { countJson } from '../../http/otlp/otlp-route.ts';
import { scanPayload, track } from '../../ingest/track.ts';
import { takeTelemetry } from './take-telemetry.ts';

const MIB = 1024 * 1024;
/** As it comes from a socket, or out of a decompressor. */
const PIECE = 64 * 1024;
const LONGEST_MS = 50;
const MOST_KEPT = 4;
/** Of anything: a head and the frame around it. */
const LITTLE_BYTES = 2048;

/** As the server does it; the code of the refusal, or null. */
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
    for (let from = 0; from < sent.length; from += PIECE) {
      const piece = sent.subarray(from, from + PIECE);
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

test('no request holds the thread for more than 50 ms, or is kept as more than 4 times what was sent', async (t) => {
  const at = await ingestBench(t, { maxBytes: 4096 * MIB });
  const failed: string[] = [];
  let rounds = 0;
  for (const multiplier of MULTIPLIERS) {
    const name = `${multiplier.name} at ${multiplier.path}, ${multiplier.encoding}`;
    let ms = Number.POSITIVE_INFINITY;
    let kept = 0;
    let answer: string | null = null;
    // What a request does, it does every time; clearing up after this test is done now and then.
    for (let tries = 0; tries < 3 && ms > LONGEST_MS; tries++) {
      const sent = multiplier.body(TEST_KEYS, rounds++);
      const { length } = sent;
      const before = at.journal.waitingBytes;
      ms = Math.min(
        ms,
        await longestTurn(async () => {
          answer = await receive(at, multiplier, sent);
        }),
      );
      kept = (at.journal.waitingBytes - before - LITTLE_BYTES) / length;
    }
    t.diagnostic(`${name}: ${ms.toFixed(0)} ms, ${kept.toFixed(2)} times kept, ${answer ?? 'taken'}`);
    if (ms > LONGEST_MS) failed.push(`${name}: held for ${ms.toFixed(0)} ms`);
    if (kept > MOST_KEPT) failed.push(`${name}: kept ${kept.toFixed(1)} times`);
  }
  assert.deepEqual(failed, []);
});
