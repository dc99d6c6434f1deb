import type { Part } from '@parley/contract';
import type { Json } from '../format.ts';
import { argumentsText, jsonText } from '../shared/json-text.ts';
import { httpUrl, type MediaKind, media } from '../shared/media.ts';
import { addText } from '../shared/messages.ts';
import { isObject, list, name, obj, text } from '../shared/read.ts';

/** The blocks of Converse and Nova. Each block's only key is its type. */
export function readBlocks(content: unknown): Part[] {
  const parts: Part[] = [];
  for (const block of list(content)) {
    if (isObject(block)) addBlock(parts, block, BLOCKS);
    else addText(parts, text(block));
  }
  return parts;
}

type AddBlock = (parts: Part[], block: Json) => void;

/** Blocks that may also appear inside a tool result. */
const RESULTS: ReadonlyMap<string, AddBlock> = new Map<string, AddBlock>([
  ['searchResult', addSearchResult],
  ['image', (parts, block) => addMedia(parts, 'image', block)],
  ['video', (parts, block) => addMedia(parts, 'video', block)],
  ['audio', (parts, block) => addMedia(parts, 'audio', block)],
  ['document', addDocument],
]);

const BLOCKS: ReadonlyMap<string, AddBlock> = new Map<string, AddBlock>([
  ...RESULTS,
  ['toolUse', addToolUse],
  ['toolResult', addToolResult],
  ['reasoningContent', addReasoning],
  ['guardContent', addGuarded],
  ['citationsContent', (parts, block) => addTexts(parts, block.content)],
  // A cache marker without content.
  ['cachePoint', () => {}],
]);

function addBlock(parts: Part[], block: Json, known: ReadonlyMap<string, AddBlock>): void {
  if (typeof block.text === 'string') {
    addText(parts, text(block.text));
    return;
  }
  for (const key of Object.keys(block)) {
    const value = block[key];
    if (!isObject(value)) continue;
    const add = known.get(key);
    if (add === undefined) parts.push({ type: 'other', name: key.toWellFormed() });
    else add(parts, value);
  }
}

/** Content to be checked by a guardrail is ordinary input. */
function addGuarded(parts: Part[], guarded: Json): void {
  addTexts(parts, guarded.text);
  if (isObject(guarded.image)) addMedia(parts, 'image', guarded.image);
}

function addToolUse(parts: Part[], use: Json): void {
  // The upstream runs this tool itself: the client has nothing to call.
  if (use.type === 'server_tool_use') parts.push({ type: 'other', name: use.type });
  else {
    parts.push({
      type: 'tool_call',
      id: name(use.toolUseId),
      name: text(use.name) ?? '',
      arguments: argumentsText(use.input, '{}'),
    });
  }
}

/** A tool result as text; its media become separate parts. */
function addToolResult(parts: Part[], result: Json): void {
  const texts: string[] = [];
  const beside: Part[] = [];
  for (const inner of list(result.content)) {
    const { json, text: said } = obj(inner);
    if (json !== undefined) texts.push(jsonText(json));
    else if (typeof said === 'string' || typeof inner === 'string') texts.push(text(said ?? inner) ?? '');
    else if (isObject(inner)) addBlock(beside, inner, RESULTS);
  }
  parts.push({ type: 'tool_result', id: name(result.toolUseId), name: null, text: texts.join('\n') });
  for (const part of beside) parts.push(part);
}

/** Redacted reasoning has no text, since the upstream keeps it secret. */
function addReasoning(parts: Part[], reasoning: Json): void {
  parts.push({ type: 'thinking', text: text(obj(reasoning.reasoningText).text) ?? '' });
}

function addSearchResult(parts: Part[], result: Json): void {
  parts.push(media('document', null, httpUrl(result.source)));
  addTexts(parts, result.content);
}

function addMedia(parts: Part[], kind: MediaKind, described: Json): void {
  const format = name(described.format);
  parts.push(media(kind, format === null ? null : `${kind}/${format}`, null));
}

/** A document may be plain text or a list of text blocks; both are input like any other text. */
function addDocument(parts: Part[], document: Json): void {
  const source = obj(document.source);
  parts.push(media('document', document.format === 'pdf' ? 'application/pdf' : null, null));
  addText(parts, text(source.text));
  addTexts(parts, source.content);
}

function addTexts(parts: Part[], content: unknown): void {
  for (const inner of list(content)) addText(parts, text(obj(inner).text));
}
