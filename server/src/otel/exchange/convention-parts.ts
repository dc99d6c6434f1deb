/** Messages of the GenAI conventions: a role, and parts with a type each. */
import type { Message, Part } from '@parley/contract';
import type { Json } from '../../base/json.ts';
import { addMessageParts } from '../../formats/openai-like/messages.ts';
import { argumentsText, jsonText } from '../../formats/shared/json-text.ts';
import { httpUrl, kindOf, type MediaKind, media } from '../../formats/shared/media.ts';
import { addText, addTurn } from '../../formats/shared/messages.ts';
import { arr, isObject, list, name, text } from '../../formats/shared/read.ts';
import { roleOf } from '../../formats/shared/roles.ts';

/** Some libraries write messages as OpenAI does, with `content` instead of `parts`. */
export function addConventionMessages(messages: Message[], value: unknown): void {
  for (const message of list(value)) {
    if (typeof message === 'string') addTurn(messages, 'user', partsOf([message]));
    if (!isObject(message)) continue;
    const role = roleOf(message.role);
    if (message.parts !== undefined) addTurn(messages, role, partsOf(message.parts));
    else if (role === 'tool') addTurn(messages, role, [resultOf(message)]);
    else addTurn(messages, role, contentOf(message));
  }
}

export function partsOf(value: unknown): Part[] {
  const parts: Part[] = [];
  for (const part of list(value)) {
    if (isObject(part)) addPart(parts, part);
    else addText(parts, text(part));
  }
  return parts;
}

function contentOf(message: Json): Part[] {
  const parts: Part[] = [];
  const typed = arr(message.content).some((part) => isObject(part) && part.content !== undefined);
  if (typed) return partsOf(message.content);
  addMessageParts(parts, message, false);
  return parts;
}

function addPart(parts: Part[], part: Json): void {
  const type = name(part.type) ?? name(part.kind);
  switch (type) {
    case null:
    case 'text':
      addText(parts, text(part.content) ?? text(part.text));
      return;
    case 'reasoning':
    case 'thinking':
      parts.push({ type: 'thinking', text: text(part.content) ?? text(part.text) ?? '' });
      return;
    case 'refusal':
      parts.push({ type: 'refusal', text: text(part.content) ?? text(part.refusal) ?? '' });
      return;
    case 'tool_call':
      parts.push({
        type: 'tool_call',
        id: name(part.id),
        name: text(part.name) ?? '',
        arguments: argumentsText(part.arguments, ''),
      });
      return;
    case 'tool_call_response':
      parts.push(resultOf(part));
      return;
    case 'blob':
    case 'binary':
    case 'file':
    case 'uri':
    case 'image-url':
    case 'audio-url':
    case 'video-url':
    case 'document-url':
      parts.push(mediaOf(part, type));
      return;
    default:
      // Includes tools that the upstream runs itself, which the client does not call.
      parts.push({ type: 'other', name: type });
  }
}

const MODALITIES: ReadonlyMap<string, MediaKind> = new Map([
  ['image', 'image'],
  ['audio', 'audio'],
  ['video', 'video'],
  ['document', 'document'],
]);

function mediaOf(part: Json, type: string): Part {
  const mime = name(part.mime_type) ?? name(part.media_type);
  const stated = MODALITIES.get(name(part.modality) ?? type.replace('-url', ''));
  return media(stated ?? kindOf(mime), mime, httpUrl(part.uri ?? part.url));
}

/** `result` is the older name of `response`; messages in OpenAI's style have `content`. */
function resultOf(part: Json): Part {
  const result = part.response ?? part.result ?? part.content;
  const said = text(result) ?? (result === undefined || result === null ? '' : jsonText(result));
  return {
    type: 'tool_result',
    id: name(part.id) ?? name(part.tool_call_id),
    name: name(part.name),
    text: said,
  };
}
