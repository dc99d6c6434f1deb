import type { Message, Part } from '@parley/contract';
import type { Json } from '../format.ts';
import { argumentsText, jsonText } from '../shared/json-text.ts';
import { httpUrl, media } from '../shared/media.ts';
import { addText, readTurns } from '../shared/messages.ts';
import { arr, isObject, name, obj, text } from '../shared/read.ts';

/** `system` is a string or a list of text blocks, which may be empty. */
export function readInput(request: Json): Message[] {
  return readTurns(request, readBlocks);
}

/** `content` as a string or as blocks. */
export function readBlocks(content: unknown): Part[] {
  const parts: Part[] = [];
  const said = text(content);
  if (said !== null) addText(parts, said);
  else for (const block of arr(content)) if (isObject(block)) addBlock(parts, block);
  return parts;
}

function addBlock(parts: Part[], block: Json): void {
  const type = name(block.type);
  switch (type) {
    case null:
    case 'text':
      addText(parts, text(block.text));
      return;
    case 'thinking':
      // May be empty beside its signature, when the upstream keeps the reasoning secret.
      parts.push({ type: 'thinking', text: text(block.thinking) ?? '' });
      return;
    case 'tool_use':
      parts.push({
        type: 'tool_call',
        id: name(block.id),
        name: text(block.name) ?? '',
        arguments: argumentsText(block.input, '{}'),
      });
      return;
    case 'tool_result':
      addResult(parts, block);
      return;
    case 'image':
    case 'document':
      addSource(parts, type, obj(block.source));
      return;
    case 'search_result':
      parts.push(media('document', null, httpUrl(block.source)));
      addTexts(parts, block.content);
      return;
    default:
      // Tools that the upstream runs itself (`server_tool_use`, `mcp_tool_use` and their results) end up
      // here, too: the client has nothing to call.
      parts.push({ type: 'other', name: type });
  }
}

/** A document may be plain text or a list of text blocks; both are input like any other text. */
function addSource(parts: Part[], kind: 'image' | 'document', source: Json): void {
  parts.push(media(kind, name(source.media_type), httpUrl(source.url)));
  if (source.type === 'text') addText(parts, text(source.data));
  else if (source.type === 'content') addTexts(parts, source.content);
}

function addTexts(parts: Part[], content: unknown): void {
  addText(parts, text(content));
  for (const block of arr(content)) addText(parts, text(obj(block).text));
}

function addResult(parts: Part[], block: Json): void {
  const texts: string[] = [];
  const beside: Part[] = [];
  const said = text(block.content);
  if (said !== null) texts.push(said);
  else if (isObject(block.content)) texts.push(jsonText(block.content));
  for (const entry of arr(block.content)) {
    const inner = obj(entry);
    const source = obj(inner.source);
    const line = text(entry) ?? text(inner.text);
    if (line !== null) texts.push(line);
    else if (inner.type === 'search_result') {
      for (const found of arr(inner.content)) texts.push(text(obj(found).text) ?? '');
    } else if (inner.type === 'image' || inner.type === 'document') {
      beside.push(media(inner.type, name(source.media_type), httpUrl(source.url)));
    }
  }
  parts.push({ type: 'tool_result', id: name(block.tool_use_id), name: null, text: texts.join('\n') });
  for (const part of beside) parts.push(part);
}
