/** The messages of two conversations, side by side. */
import type { Message, Role } from '@parley/contract';
import { messageIdentity } from '@parley/contract/message-identity';
import { compareLists } from '../lib/compare-lists.ts';
import { messageMarkdown } from './as-markdown.ts';

export type ComparedMessages =
  | { kind: 'same'; messages: readonly Message[] }
  /** Two messages in the same place, or a message that the other conversation lacks. */
  | { kind: 'changed'; role: Role; before: string | null; after: string | null };

export function compareMessages(before: readonly Message[], after: readonly Message[]): ComparedMessages[] {
  const all: ComparedMessages[] = [];
  let [removed, added]: [Message[], Message[]] = [[], []];
  const push = (old: Message | undefined, now: Message | undefined) =>
    all.push({
      kind: 'changed',
      role: (old ?? now)?.role ?? 'user',
      before: textOf(old),
      after: textOf(now),
    });
  const settle = () => {
    for (const old of removed) {
      const place = added.findIndex(({ role }) => role === old.role);
      // Those before its counterpart have none.
      for (const now of added.splice(0, Math.max(place, 0))) push(undefined, now);
      push(old, place < 0 ? undefined : added.shift());
    }
    for (const now of added) push(undefined, now);
    [removed, added] = [[], []];
  };
  for (const { kind, item } of compareLists(before, after, messageIdentity)) {
    if (kind === 'removed') removed.push(item);
    else if (kind === 'added') added.push(item);
    else {
      settle();
      const last = all.at(-1);
      if (last?.kind === 'same') all[all.length - 1] = { kind: 'same', messages: [...last.messages, item] };
      else all.push({ kind: 'same', messages: [item] });
    }
  }
  settle();
  return all;
}

function textOf(message: Message | undefined): string | null {
  return message === undefined ? null : messageMarkdown(message);
}
