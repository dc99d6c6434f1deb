/** What a thread of a `WorkerPool` runs: a function that answers each question, whatever comes of it. */
import type { FromPoolThread, ToPoolThread } from './pool-thread.ts';
import { listen, say } from './watched-thread.ts';

/**
 * `dropped`: nobody waits for the answer any more, or it takes too long. Every question is answered once, also one
 * that was dropped: until then it has its place.
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

/** What can be sent of any error: its cause might be something that cannot. */
function plain(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const sent = new Error(error.message);
  if (error.stack !== undefined) sent.stack = error.stack;
  return sent;
}
