import type { Message, Part } from '@parley/contract';
import type { Json } from '../format.ts';
import { argumentsText, jsonText } from '../shared/json-text.ts';
import { httpUrl, mediaOfType } from '../shared/media.ts';
import { addText, addTurn } from '../shared/messages.ts';
import { isObject, list, name, obj, text } from '../shared/read.ts';
import { roleOf } from '../shared/roles.ts';

/*
 * Requests and logged SDK objects mix camel case and snake case, so every name is read in both.
 */

/** `history` has the earlier turns of a chat in the JavaScript SDK; they come first. */
export function readInput(request: Json): Message[] {
  const messages: Message[] = [];
  const config = obj(request.config);
  const instruction =
    request.systemInstruction ??
    request.system_instruction ??
    config.systemInstruction ??
    config.system_instruction;
  const system = readParts(instruction);
  if (system.length > 0) messages.push({ role: 'system', content: system });
  addContents(messages, request.history);
  addContents(messages, request.contents);
  return messages;
}

function addContents(messages: Message[], contents: unknown): void {
  for (const content of list(contents)) {
    if (isObject(content)) addTurn(messages, roleOf(content.role), readParts(content));
    else if (typeof content === 'string') addTurn(messages, 'user', readParts(content));
  }
}

/** The parts of a content. The SDKs also accept a bare part or bare text. */
export function readParts(content: unknown): Part[] {
  const parts: Part[] = [];
  const bare = isObject(content) && content.parts === undefined;
  for (const part of bare ? [content] : list(isObject(content) ? content.parts : content)) {
    if (typeof part === 'string') addText(parts, text(part));
    else if (isObject(part)) addPart(parts, part);
  }
  return parts;
}

function addPart(parts: Part[], part: Json): void {
  const call = part.functionCall ?? part.function_call;
  const result = part.functionResponse ?? part.function_response;
  const inline = part.inlineData ?? part.inline_data;
  const file = part.fileData ?? part.file_data;
  if (isObject(call)) {
    // A part can be both a thought and a call; then it counts as a call.
    parts.push({
      type: 'tool_call',
      id: name(call.id),
      name: text(call.name) ?? '',
      arguments: argumentsText(call.args, '{}'),
    });
  } else if (isObject(result)) {
    const { response } = result;
    const said = text(response) ?? (response === undefined || response === null ? '' : jsonText(response));
    parts.push({ type: 'tool_result', id: name(result.id), name: name(result.name), text: said });
  } else if (isObject(inline)) {
    parts.push(mediaOfType(name(inline.mimeType) ?? name(inline.mime_type), null));
  } else if (isObject(file)) {
    const url = httpUrl(file.fileUri ?? file.file_uri);
    parts.push(mediaOfType(name(file.mimeType) ?? name(file.mime_type), url));
  } else if (typeof part.text === 'string') {
    if (part.thought === true) parts.push({ type: 'thinking', text: text(part.text) ?? '' });
    else addText(parts, text(part.text));
  } else {
    addServerSide(parts, part);
  }
}

/** Parts that the upstream ran itself: the client has nothing to call. */
const SERVER_SIDE = [
  ['executableCode', 'executable_code'],
  ['codeExecutionResult', 'code_execution_result'],
  ['toolCall', 'tool_call'],
  ['toolResponse', 'tool_response'],
] as const;

function addServerSide(parts: Part[], part: Json): void {
  for (const [camel, snake] of SERVER_SIDE) {
    if (isObject(part[camel] ?? part[snake])) parts.push({ type: 'other', name: camel });
  }
}
