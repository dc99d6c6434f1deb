/**
 * Reading thread for queries: it queries the store, derives records and serialises them, so that none of that delays
 * an acknowledgement.
 */
import { workerData } from 'node:worker_threads';
import { lowerPriority } from '../base/lower-priority.ts';
import { answerQuestions } from '../threads/answer-questions.ts';
import { buffersIn } from './buffers-in.ts';
import { failureOf } from './failure-of.ts';
import { jsonBytes } from './json-bytes.ts';
import { LOOKUPS } from './lookups.ts';
import type { Outcome, Work } from './messages.ts';
import { QUERY_HANDLERS } from './query-handlers.ts';
import { OpenedSources, type Sources } from './sources.ts';
import { WRITES } from './writes.ts';

lowerPriority();

const opened = new OpenedSources(workerData);

answerQuestions<Work, Outcome>(
  async (work, dropped) => {
    try {
      return { value: await done(work, await opened.for(work.asker, dropped)) };
    } catch (error) {
      return { failure: failureOf(error) };
    }
  },
  (outcome) => ('value' in outcome ? buffersIn(outcome.value) : []),
);

async function done(work: Work, from: Sources): Promise<unknown> {
  // `Reading` accepts only the input type of the named function.
  const input = work.input as never;
  if (work.kind === 'look-up') return LOOKUPS[work.name](from, input);
  if (work.kind === 'write') return WRITES[work.name](from, input);
  const answer = await QUERY_HANDLERS[work.name](from, work.apps, input);
  return answer instanceof Uint8Array ? answer : jsonBytes(answer);
}
