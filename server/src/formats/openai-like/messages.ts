import type { Message, Part } from '@parley/contract';
import type { Json } from '../format.ts';
import { argumentsText } from '../shared/json-text.ts';
import { media } from '../shared/media.ts';
import { addText } from '../shared/messages.ts';
import { arr, isObject, name, obj, text } from '../shared/read.ts';
import { roleOf } from '../shared/roles.ts';
import { addContent, addToolResult } from './content.ts';

export function readMessages(value: unknown, thinkTags: boolean): Message[] {
  const messages: Message[] = [];
  for (const message of arr(value)) {
    if (!isObject(message)) continue;
    const role = roleOf(message.role);
    const content: Part[] = [];
    if (role === 'tool') {
      const id = name(message.tool_call_id) ?? name(message.toolCallId);
      addToolResult(content, message.content, id, name(message.name));
    } else {
      addMessageParts(content, message, thinkTags && role === 'assistant');
    }
    messages.push({ role, content });
  }
  return messages;
}

/** The parts of a message in the order in which the model produced them: thinking, text, tool calls. */
export function addMessageParts(parts: Part[], message: Json, thinkTags: boolean): void {
  const reasoning = name(message.reasoning_content) ?? name(message.reasoning);
  if (reasoning !== null) parts.push({ type: 'thinking', text: reasoning });
  addContent(parts, message.content, thinkTags);
  const refusal = name(message.refusal);
  if (refusal !== null) parts.push({ type: 'refusal', text: refusal });
  if (isObject(message.audio)) {
    // An audio answer has its text in the transcript and no `content`.
    addText(parts, text(message.audio.transcript));
    parts.push(media('audio', null, null));
  }
  addToolCalls(parts, message.tool_calls ?? message.toolCalls);
  if (isObject(message.function_call)) addCall(parts, null, message.function_call);
}

export function addToolCalls(parts: Part[], value: unknown): void {
  for (const call of arr(value)) {
    if (!isObject(call)) continue;
    // A custom tool takes free text as `input`; some clients flatten the function into the call.
    const called = isObject(call.function) ? call.function : isObject(call.custom) ? call.custom : call;
    addCall(parts, name(call.id), called);
  }
}

function addCall(parts: Part[], id: string | null, called: Json): void {
  const written = called.arguments ?? called.input;
  parts.push({
    type: 'tool_call',
    id,
    name: text(called.name) ?? '',
    arguments: argumentsText(written, ''),
  });
}

/**
 * One message per choice. `text` is a text completion's answer; `delta` replaces `message` in joined streams.
 */
export function readChoices(value: unknown, thinkTags: boolean): Message[] {
  const output: Message[] = [];
  for (const choice of arr(value)) {
    const { message, text: completion, delta } = obj(choice);
    const content: Part[] = [];
    if (isObject(message)) addMessageParts(content, message, thinkTags);
    else if (typeof completion === 'string') addContent(content, completion, thinkTags);
    else if (isObject(delta)) addMessageParts(content, delta, thinkTags);
    output.push({ role: 'assistant', content });
  }
  return output;
}
