import type { Message, Part } from '@parley/contract';
import type { Json } from '../../base/json.ts';
import { argumentsText, jsonText } from '../../formats/shared/json-text.ts';
import { httpUrl, kindOf, media } from '../../formats/shared/media.ts';
import { addText } from '../../formats/shared/messages.ts';
import { arr, isObject, list, name, obj, text } from '../../formats/shared/read.ts';
import { roleOf } from '../../formats/shared/roles.ts';
import { firstText } from '../attributes.ts';
import type { Call } from '../telemetry.ts';
import { type CallContent, type ReadContent, structured } from './call-content.ts';

/** Vercel's AI SDK, which has a message format of its own. */
export const readVercel: ReadContent = (call) => {
  const { attributes } = call;
  const said: CallContent = {
    requestedModel: firstText(attributes, ['ai.model.id']),
    model: firstText(attributes, ['ai.response.model']),
    finish: firstText(attributes, ['ai.response.finishReason', 'ai.finishReason']),
    upstreamId: firstText(attributes, ['ai.response.id']),
  };
  const input = readInput(call);
  const output = readOutput(call);
  if (input.length > 0) said.input = input;
  if (output.length > 0) said.output = [{ role: 'assistant', content: output }];
  return said;
};

function readInput({ attributes }: Call): Message[] {
  const prompt = structured(attributes.get('ai.prompt.messages')) ?? structured(attributes.get('ai.prompt'));
  if (typeof prompt === 'string') return [{ role: 'user', content: [{ type: 'text', text: prompt }] }];
  const messages: Message[] = [];
  const stated = isObject(prompt) ? prompt : { messages: prompt };
  for (const [role, content] of [
    ['system', stated.system],
    ['user', stated.prompt],
  ] as const) {
    const parts = partsOf(content);
    if (parts.length > 0) messages.push({ role, content: parts });
  }
  for (const message of arr(stated.messages)) {
    if (isObject(message)) messages.push({ role: roleOf(message.role), content: partsOf(message.content) });
  }
  return messages;
}

function readOutput({ attributes }: Call): Part[] {
  const parts: Part[] = [];
  const reasoning = firstText(attributes, ['ai.response.reasoning']);
  if (reasoning !== null) parts.push({ type: 'thinking', text: reasoning });
  addText(parts, firstText(attributes, ['ai.response.text', 'ai.result.text']));
  const object = attributes.get('ai.response.object') ?? attributes.get('ai.result.object');
  if (object !== undefined) addText(parts, text(object) ?? jsonText(object));
  for (const call of arr(structured(attributes.get('ai.response.toolCalls')))) {
    if (isObject(call)) addCall(parts, call);
  }
  for (const file of arr(structured(attributes.get('ai.response.files')))) {
    if (isObject(file)) addFile(parts, file);
  }
  return parts;
}

function partsOf(content: unknown): Part[] {
  const parts: Part[] = [];
  for (const part of list(content)) {
    if (isObject(part)) addPart(parts, part);
    else addText(parts, text(part));
  }
  return parts;
}

function addPart(parts: Part[], part: Json): void {
  const type = name(part.type);
  switch (type) {
    case null:
    case 'text':
      addText(parts, text(part.text));
      return;
    case 'reasoning':
      parts.push({ type: 'thinking', text: text(part.text) ?? '' });
      return;
    case 'tool-call':
      addCall(parts, part);
      return;
    case 'tool-result':
      parts.push({
        type: 'tool_result',
        id: name(part.toolCallId),
        name: name(part.toolName),
        text: resultText(part.output ?? part.result),
      });
      return;
    case 'file':
    case 'image':
      addFile(parts, part);
      return;
    default:
      parts.push({ type: 'other', name: type });
  }
}

/** `args` is the older name of `input`. */
function addCall(parts: Part[], call: Json): void {
  parts.push({
    type: 'tool_call',
    id: name(call.toolCallId),
    name: text(call.toolName) ?? '',
    arguments: argumentsText(call.input ?? call.args, ''),
  });
}

function addFile(parts: Part[], file: Json): void {
  const mime = name(file.mediaType) ?? name(file.mimeType);
  const kind = file.type === 'image' && mime === null ? 'image' : kindOf(mime);
  parts.push(media(kind, mime, httpUrl(file.data ?? file.image ?? file.url)));
}

/** An `output` has a type and a value; the older `result` is the value itself. */
function resultText(value: unknown): string {
  const inner = name(obj(value).type) !== null && obj(value).value !== undefined ? obj(value).value : value;
  return text(inner) ?? (inner === undefined || inner === null ? '' : jsonText(inner));
}
