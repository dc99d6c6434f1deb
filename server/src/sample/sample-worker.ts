/** Makes the sample's payloads: a quarter of a second of work, which the thread that acknowledges does not have. */
import { parentPort, workerData } from 'node:worker_threads';
import { generate } from './generate.ts';
import type { SampleOptions, SamplePayload } from './load-sample.ts';
import { withKeys } from './with-keys.ts';

const { keys, ...options }: SampleOptions = workerData;
const payloads = generate(options).map(
  ({ payload, expect }): SamplePayload => ({ text: JSON.stringify(withKeys(payload, keys)), expect }),
);
parentPort?.postMessage(payloads);
