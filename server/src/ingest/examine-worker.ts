/** The thread that examines large payloads: bytes in, the same bytes and what they say out. */
import { parentPort } from 'node:worker_threads';
import { examine } from './examine.ts';
import type { FromExaminer, ToExaminer } from './examiner.ts';

parentPort?.on('message', ({ ticket, bytes, input }: ToExaminer) => {
  const answer: FromExaminer = { ticket, bytes, examined: examine(Buffer.from(bytes), input) };
  parentPort?.postMessage(answer, [bytes]);
});
