/**
 * Which messages are the same. The console imports this file directly, without the schemas of the contract.
 */
import type { Message, Part } from './record.ts';

/**
 * A key that is equal for equal messages, even after a client sends one back with the history of a
 * conversation. It ignores thinking, which clients do not send back, and ids, which some upstreams replace.
 */
export function messageIdentity({ role, content }: Message): string {
  return JSON.stringify([role, content.filter(({ type }) => type !== 'thinking').map(partIdentity)]);
}

function partIdentity(part: Part): unknown {
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
    case 'ranked':
      return [part.index, part.score];
    case 'other':
      return part.name;
  }
}
