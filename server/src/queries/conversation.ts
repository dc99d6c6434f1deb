/** What each interaction adds to a conversation whose clients send the whole history every time. */
import type { Message, Part } from '@parley/contract';

type Turn = { input: readonly Message[]; output: readonly Message[] };

/**
 * The new input of each turn, in order. A message is repeated history when it occurs in an earlier turn
 * at least as often as it does up to here in this one: so the second "yes" of a conversation is new. The
 * last message of an input is what was asked now, and always new.
 */
export function newMessages(turns: readonly Turn[]): Message[][] {
  const shown = new Map<string, number>();
  return turns.map(({ input, output }) => {
    const here = new Map<string, number>();
    const count = (message: Message): [string, number] => {
      const key = keyOf(message);
      const times = (here.get(key) ?? 0) + 1;
      here.set(key, times);
      return [key, times];
    };
    const added = input.filter((message, i) => {
      const [key, times] = count(message);
      return times > (shown.get(key) ?? 0) || i === input.length - 1;
    });
    for (const message of output) count(message);
    for (const [key, times] of here) shown.set(key, Math.max(times, shown.get(key) ?? 0));
    return added;
  });
}

/** Thinking is left out: clients do not send it back. So are ids, which some upstreams make up anew. */
function keyOf({ role, content }: Message): string {
  return JSON.stringify([role, content.filter(({ type }) => type !== 'thinking').map(partKey)]);
}

function partKey(part: Part): unknown {
  switch (part.type) {
    case 'text':
    case 'thinking':
    case 'refusal':
      return part.text.trim();
    case 'tool_call':
      return [part.name, part.arguments];
    case 'tool_result':
      return [part.name, part.text];
    case 'media':
      return [part.kind, part.mimeType, part.url];
    case 'other':
      return part.name;
  }
}
