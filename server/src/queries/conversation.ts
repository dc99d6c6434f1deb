/** New messages of each interaction in a conversation whose client sends the whole history with every request. */
import type { Message } from '@parley/contract';
import type { History } from '../store/rows/history.ts';

type Turn = { input: readonly Message[]; history: History };

/**
 * New input messages of each turn, in order. A message counts as repeated history when an earlier turn has it at
 * least as often as this turn has up to there; so the second "yes" of a conversation is new. The last input message
 * is the current prompt and always new.
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
