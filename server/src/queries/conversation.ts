/** What each interaction adds to a conversation whose clients send the whole history every time. */
import type { Message } from '@parley/contract';
import type { History } from '../store/rows/history.ts';

type Turn = { input: readonly Message[]; history: History };

/**
 * The new input of each turn, in order. A message is repeated history when it occurs in an earlier turn
 * at least as often as it does up to here in this one: so the second "yes" of a conversation is new. The
 * last message of an input is what was asked now, and always new.
 */
export function newMessages(turns: readonly Turn[]): Message[][] {
  const shown = new Map<string, number>();
  return turns.map(({ input, history }) => {
    const added = input.filter((_, i) => {
      const told = history.input[i];
      return !told || told.earlier >= (shown.get(told.key) ?? 0) || i === input.length - 1;
    });
    for (const { key, earlier } of [...history.input, ...history.output]) {
      shown.set(key, Math.max(earlier + 1, shown.get(key) ?? 0));
    }
    return added;
  });
}
