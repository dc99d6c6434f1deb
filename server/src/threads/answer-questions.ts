/** The worker side of `WorkerPool`: calls a function for each question and always replies. */
import type { FromPoolThread, ToPoolThread } from './pool-thread.ts';
import { listen, say } from './watched-thread.ts';

/**
 * `dropped` aborts when nobody waits for the answer any more, or its time is up. Every question gets exactly
 * one reply, also a dropped one, since it holds its place until then.
 *
 * @example
 * answerQuestions<string, number>((text) => text.length);
 */
export function answerQuestions<Question, Answer>(
  answer: (question: Question, dropped: AbortSignal) => Answer | Promise<Answer>,
  transferOf: (answer: Answer) => readonly ArrayBuffer[] = () => [],
): void {
  const asked = new Map<number, AbortController>();

  async function begin(id: number, question: Question): Promise<void> {
    const dropped = new AbortController();
    asked.set(id, dropped);
    try {
      const value = await answer(question, dropped.signal);
      say<FromPoolThread<Answer>>({ kind: 'answered', id, answer: value }, transferOf(value));
    } catch (error) {
      say<FromPoolThread<Answer>>({ kind: 'failed', id, failure: plain(error) });
    } finally {
      asked.delete(id);
    }
  }

  listen<ToPoolThread<Question>>((message) => {
    if (message.kind === 'ask') void begin(message.id, message.question);
    else if (message.kind === 'drop') asked.get(message.id)?.abort();
  });
}

/** The part of an error that can be cloned; a cause may not be. */
function plain(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const sent = new Error(error.message);
  if (error.stack !== undefined) sent.stack = error.stack;
  return sent;
}
