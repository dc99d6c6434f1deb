/** A pool worker that does what its question says, including the worst. */
import { setTimeout as sleep } from 'node:timers/promises';
import { answerQuestions } from '../../src/threads/answer-questions.ts';

export type Told =
  | { do: 'answer'; with: string }
  /** Answers when the question is dropped, or after `ms`. */
  | { do: 'wait'; ms: number }
  /** Blocks the thread forever. */
  | { do: 'loop' }
  /** Exhausts the memory after a delay, so that other questions run meanwhile. */
  | { do: 'fill'; afterMs: number }
  | { do: 'crash'; afterMs: number }
  | { do: 'throw'; message: string }
  /** These two cannot be cloned for the message between threads. */
  | { do: 'throw-unsendable' }
  | { do: 'answer-unsendable' };

answerQuestions<Told, string>(async (told, dropped) => {
  switch (told.do) {
    case 'answer':
      return told.with;
    case 'wait':
      await sleep(told.ms, undefined, { signal: dropped }).catch(() => {});
      return dropped.aborted ? 'dropped' : 'waited';
    case 'loop':
      for (;;);
    case 'fill': {
      await sleep(told.afterMs);
      const rows: string[][] = [];
      for (;;) rows.push(Array.from({ length: 10_000 }, (_, i) => `${rows.length} ${i}`));
    }
    case 'crash':
      await sleep(told.afterMs);
      // An unhandled rejection ends the thread.
      void Promise.reject(new Error('a thread ends'));
      return new Promise(() => {});
    case 'throw':
      throw new Error(told.message);
    case 'throw-unsendable':
      throw new Error('no such river', { cause: () => {} });
    case 'answer-unsendable':
      return Object(() => {});
  }
});
