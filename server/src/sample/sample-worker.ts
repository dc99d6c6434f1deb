/** Makes the sample's payloads: a quarter of a second of work, which the thread that acknowledges does not have. */
import { parentPort, workerData } from 'node:worker_threads';
import { generate } from '@parley/sample/generate';
import { scoresOf } from '@parley/sample/scores';
import { withKeys } from '@parley/sample/with-keys';
import type { Sample, SampleOptions, SamplePayload } from './load-sample.ts';

const { keys, ...options }: SampleOptions = workerData;
const posts = generate(options);
const payloads = posts.map(
  ({ payload, expect }): SamplePayload => ({ text: JSON.stringify(withKeys(payload, keys)), expect }),
);
const scores = scoresOf(posts, options.seed, options.until).map(({ score }) => score);
const sample: Sample = { payloads, scores };
parentPort?.postMessage(sample);
