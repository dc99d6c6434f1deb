/** Makes the sample's payloads: a quarter of a second of work, which the thread that acknowledges does not have. */
import { parentPort, workerData } from 'node:worker_threads';
import { generate } from '@parley/sample/generate';
import { withKeys } from '@parley/sample/with-keys';
import type { SampleOptions, SamplePayload } from './load-sample.ts';

const { keys, ...options }: SampleOptions = workerData;
const payloads = generate(options).map(
  ({ payload, expect }): SamplePayload => ({ text: JSON.stringify(withKeys(payload, keys)), expect }),
);
parentPort?.postMessage(payloads);
