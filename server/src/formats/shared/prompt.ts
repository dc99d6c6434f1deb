import type { Message } from '@parley/contract';
import { text } from './read.ts';
import { splitTranscript } from './transcript.ts';

/** The prompt of a completion: a string, several, or token ids, which have no text. */
export function readPrompt(prompt: unknown): Message[] {
  const single = text(prompt);
  if (single !== null) return splitTranscript(single);
  if (!Array.isArray(prompt)) return [];
  if (typeof prompt[0] === 'number') return [tokenIds()];
  const messages: Message[] = [];
  for (const one of prompt) {
    const said = text(one);
    if (said !== null) for (const message of splitTranscript(said)) messages.push(message);
    else if (Array.isArray(one)) messages.push(tokenIds());
  }
  return messages;
}

function tokenIds(): Message {
  return { role: 'user', content: [{ type: 'other', name: 'token_ids' }] };
}
