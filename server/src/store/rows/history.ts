/**
 * Identity of messages across interactions: clients send the whole history every time, and a list may have only part of
 * it, shortened.
 */
import { hash } from 'node:crypto';
import type { Message, Part } from '@parley/contract';
import { z } from 'zod';

/** The key of a message, and how many equal messages precede it in the interaction. */
export const Told = z.object({ key: z.string(), earlier: z.number() });
export type Told = z.infer<typeof Told>;

/** One entry per message of input and output. */
export type History = { input: Told[]; output: Told[] };

export function historyOf({
  input,
  output,
}: {
  input: readonly Message[];
  output: readonly Message[];
}): History {
  const counts = new Map<string, number>();
  const tell = (message: Message): Told => {
    const key = keyOf(message);
    const earlier = counts.get(key) ?? 0;
    counts.set(key, earlier + 1);
    return { key, earlier };
  };
  return { input: input.map(tell), output: output.map(tell) };
}

/** Without thinking, which clients do not send back, and without ids, which some upstreams generate anew. */
function keyOf({ role, content }: Message): string {
  const said = content.filter(({ type }) => type !== 'thinking').map(partKey);
  return hash('sha256', JSON.stringify([role, said]), 'base64url').slice(0, KEY_LENGTH);
}

/** 96 bits, enough to rule out collisions within a conversation. */
const KEY_LENGTH = 16;

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
