import type { Message, Part } from '@parley/contract';
import type { Json } from '../format.ts';
import { argumentsText, jsonText } from '../shared/json-text.ts';
import { addText } from '../shared/messages.ts';
import { arr, isObject, name, obj, text } from '../shared/read.ts';
import { roleOf } from '../shared/roles.ts';
import { addDocuments } from './documents.ts';

/** Chat v1: the preamble, the history, the message, then tool results. */
export function readInput(request: Json): Message[] {
  const messages: Message[] = [];
  const preamble = name(request.preamble) ?? name(request.preamble_override);
  if (preamble !== null) messages.push({ role: 'system', content: [{ type: 'text', text: preamble }] });
  for (const turn of arr(request.chat_history ?? request.chatHistory)) {
    if (isObject(turn)) messages.push({ role: roleOf(turn.role ?? turn.user_name), content: readTurn(turn) });
  }
  const message: Part[] = [];
  addText(message, text(request.message));
  addDocuments(message, request.documents);
  if (message.length > 0) messages.push({ role: 'user', content: message });
  const results = readResults(request.tool_results ?? request.toolResults);
  if (results.length > 0) messages.push({ role: 'tool', content: results });
  return messages;
}

export function readOutput(response: Json): Message {
  const content: Part[] = [];
  addText(content, text(response.text));
  addCalls(content, response.tool_calls ?? response.toolCalls);
  return { role: 'assistant', content };
}

function readTurn(turn: Json): Part[] {
  const parts: Part[] = [];
  addText(parts, text(turn.message) ?? text(turn.text));
  addCalls(parts, turn.tool_calls ?? turn.toolCalls);
  for (const part of readResults(turn.tool_results ?? turn.toolResults)) parts.push(part);
  return parts;
}

/** Tool calls have no id in v1; some clients add one to the history and rename `parameters` to `args`. */
function addCalls(parts: Part[], calls: unknown): void {
  for (const call of arr(calls)) {
    if (!isObject(call)) continue;
    parts.push({
      type: 'tool_call',
      id: name(call.id),
      name: text(call.name) ?? '',
      arguments: argumentsText(call.parameters ?? call.args, '{}'),
    });
  }
}

function readResults(results: unknown): Part[] {
  const parts: Part[] = [];
  for (const result of arr(results)) {
    if (!isObject(result)) continue;
    const call = obj(result.call);
    const output = result.outputs ?? result.output;
    parts.push({
      type: 'tool_result',
      id: name(call.id),
      name: name(call.name),
      text: text(output) ?? (output === undefined ? '' : jsonText(output)),
    });
  }
  return parts;
}
