import type { Exchange, Message, Part, Role, ToolCall } from '@parley/contract';
import type { Json } from '../format.ts';
import { arr, isObject } from './read.ts';
import { roleOf } from './roles.ts';

export function addText(parts: Part[], text: string | null): void {
  if (text !== null && text !== '') parts.push({ type: 'text', text });
}

/** The answer of a model that returns plain text. */
export function answerOf(text: string | null): Message {
  const content: Part[] = [];
  addText(content, text);
  return { role: 'assistant', content };
}

/** Adds a turn. Tool results inside a user's turn become messages of role `tool`. */
export function addTurn(messages: Message[], role: Role, parts: Part[]): void {
  if (role !== 'user' || !parts.some(isResult)) {
    messages.push({ role, content: parts });
    return;
  }
  let last: Message | undefined;
  for (const part of parts) {
    const partRole = isResult(part) ? 'tool' : 'user';
    if (last?.role !== partRole) {
      last = { role: partRole, content: [] };
      messages.push(last);
    }
    last.content.push(part);
  }
}

/** `system` and `messages`, with the upstream's own content blocks. */
export function readTurns(request: Json, readBlocks: (content: unknown) => Part[]): Message[] {
  const messages: Message[] = [];
  const system = readBlocks(request.system);
  if (system.length > 0) messages.push({ role: 'system', content: system });
  for (const message of arr(request.messages)) {
    if (isObject(message)) addTurn(messages, roleOf(message.role), readBlocks(message.content));
  }
  return messages;
}

/** Fields that are derived from the messages alone. */
export function textsOf(
  input: readonly Message[],
  output: readonly Message[],
): Pick<Exchange, 'inputText' | 'outputText' | 'toolCalls'> {
  const [first] = output;
  return { inputText: inputTextOf(input), outputText: outputTextOf(first), toolCalls: toolCallsOf(first) };
}

/** The input text for search: all text and tool results, without thinking. */
export function inputTextOf(messages: readonly Message[]): string {
  const texts: string[] = [];
  for (const message of messages) {
    for (const part of message.content) {
      if (part.type === 'text' || part.type === 'refusal' || part.type === 'tool_result') {
        if (part.text !== '') texts.push(part.text);
      }
    }
  }
  return texts.join('\n');
}

/**
 * No separator between parts, since upstreams split one text into several parts, at citations for example.
 */
export function outputTextOf(message: Message | undefined): string {
  let text = '';
  for (const part of message?.content ?? []) if (part.type === 'text') text += part.text;
  return text;
}

export function toolCallsOf(message: Message | undefined): ToolCall[] {
  const calls: ToolCall[] = [];
  for (const part of message?.content ?? []) {
    if (part.type === 'tool_call') calls.push({ id: part.id, name: part.name, arguments: part.arguments });
  }
  return calls;
}

function isResult(part: Part): boolean {
  return part.type === 'tool_result';
}
