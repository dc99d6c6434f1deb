/** Fills an application with made-up interactions of the last days, on the way that every payload takes. */
import { Worker } from 'node:worker_threads';
import { MAX_SCORES } from '@parley/contract';
import type { Options, Post } from '@parley/sample/generate';
import type { SampleScore } from '@parley/sample/scores';
import { ApiError } from '../base/errors.ts';
import { type ScoreIngest, takeScores } from '../ingest/take-scores.ts';
import { received, track } from '../ingest/track.ts';

export type SampleOptions = Options & { keys: { appKey: string; apiKey: string } };
export type SamplePayload = { text: string; expect: Post['expect'] };
export type Sample = { payloads: SamplePayload[]; scores: SampleScore[] };

/** Enough for every page to have something to show, and no more than the slowest store takes in seconds. */
const INTERACTIONS = 900;
const DAYS = 7;
/** The same people and conversations for everybody; only their times differ. */
const SEED = 1;
/** They share a sync of the journal, and leave room between for what applications send. */
const AT_ONCE = 16;

export async function loadSample(ingest: ScoreIngest, keys: SampleOptions['keys']): Promise<void> {
  const until = ingest.now();
  const { payloads, scores } = await makeSample({
    seed: SEED,
    interactions: INTERACTIONS,
    days: DAYS,
    until,
    keys,
  });
  const waiting = payloads.values();
  const take = async () => {
    // They share the iterator: each payload is taken once.
    for (const { text, expect } of waiting) {
      try {
        await track(ingest, received(Buffer.from(text)));
      } catch (error) {
        const isMeant =
          expect === 'rejected' && error instanceof ApiError && error.code === 'invalid_payload';
        if (!isMeant) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  const found = ingest.credentials.authenticate(keys.appKey, keys.apiKey, ingest.now());
  if (!found) throw new Error('The keys of the sample are not known.');
  for (let from = 0; from < scores.length; from += MAX_SCORES) {
    const value = scores.slice(from, from + MAX_SCORES);
    await takeScores(ingest, found.application, { value, bytes: Buffer.from(JSON.stringify(value)) });
  }
}

function makeSample(options: SampleOptions): Promise<Sample> {
  const worker = new Worker(new URL('./sample-worker.ts', import.meta.url), { workerData: options });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread that makes sample data ended early.')));
  });
}
