/**
 * Identity of messages across interactions: clients send the whole history every time, and a list may have only part of
 * it, shortened.
 */
import { hash } from 'node:crypto';
import { type Message, messageIdentity } from '@parley/contract';
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

function keyOf(message: Message): string {
  return hash('sha256', messageIdentity(message), 'base64url').slice(0, KEY_LENGTH);
}

/** 96 bits: no two messages of a conversation will collide. */
const KEY_LENGTH = 16;
