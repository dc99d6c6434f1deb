/**
 * Which messages are the same. The console imports this file by itself, without the schemas of the contract.
 */
import type { Message, Part } from './record.ts';

/**
 * Equal for equal messages, also when a client sends one back with the history of a conversation. Thinking is
 * left out, since clients do not send it back, and so are ids, since some upstreams replace them.
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
