/** A thread of a pool that does what it is told, the worst included. */
import { setTimeout as sleep } from 'node:timers/promises';
import { answerQuestions } from '../../src/threads/answer-questions.ts';

export type Told =
  | { do: 'answer'; with: string }
  /** Answers when it is dropped, or after so long. */
  | { do: 'wait'; ms: number }
  /** Never lets go of the thread. */
  | { do: 'loop' }
  /** Waits first, so that others run beside it. */
  | { do: 'fill'; afterMs: number }
  | { do: 'crash'; afterMs: number }
  | { do: 'throw'; message: string }
  /** Neither of them can be sent as it is. */
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
      // Nobody awaits it: it ends the thread.
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
