/** The thread that examines large payloads: bytes in, the same bytes and what they say out. */
import { parentPort } from 'node:worker_threads';
import type { Answered, Asked } from './aside.ts';
import { examine } from './examine.ts';
import type { ExaminedAside, ToExamine } from './examiner.ts';

parentPort?.on('message', ({ ticket, question: { bytes, input } }: Asked<ToExamine>) => {
  const answer: ExaminedAside = { bytes, examined: examine(Buffer.from(bytes), input) };
  parentPort?.postMessage({ ticket, answer } satisfies Answered<ExaminedAside>, [bytes]);
});
