import type { Part } from '@parley/contract';
import { jsonText } from '../shared/json-text.ts';
import { type MediaKind, media, mediaAt } from '../shared/media.ts';
import { addText } from '../shared/messages.ts';
import { arr, isObject, name, obj, text } from '../shared/read.ts';
import { splitThinking } from '../shared/think-tags.ts';

/** `content` as a string, a list of parts or strings, a single part, null, or absent. */
export function addContent(parts: Part[], content: unknown, thinkTags: boolean): void {
  const said = text(content);
  if (said !== null) addSaid(parts, said, thinkTags);
  else if (Array.isArray(content)) for (const part of content) addPart(parts, part, thinkTags);
  else if (isObject(content)) addPart(parts, content, thinkTags);
}

/** A tool result as text; its media become separate parts. */
export function addToolResult(
  parts: Part[],
  content: unknown,
  id: string | null,
  toolName: string | null,
): void {
  const said = text(content);
  if (said !== null || !Array.isArray(content)) {
    const result = said ?? (isObject(content) ? jsonText(content) : '');
    parts.push({ type: 'tool_result', id, name: toolName, text: result });
    return;
  }
  const texts: string[] = [];
  const beside: Part[] = [];
  for (const part of content) {
    const line = text(part) ?? text(obj(part).text) ?? documentText(part);
    if (line !== null) texts.push(line);
    else addPart(beside, part, false);
  }
  parts.push({ type: 'tool_result', id, name: toolName, text: texts.join('\n') });
  for (const part of beside) parts.push(part);
}

const BY_URL: ReadonlyMap<string, MediaKind> = new Map([
  ['image_url', 'image'],
  ['audio_url', 'audio'],
  ['video_url', 'video'],
  ['document_url', 'document'],
  ['pdf_url', 'document'],
  ['file_url', 'document'],
]);

function addPart(parts: Part[], value: unknown, thinkTags: boolean): void {
  const bare = text(value);
  if (bare !== null) addSaid(parts, bare, thinkTags);
  if (!isObject(value)) return;
  const type = name(value.type);
  switch (type) {
    case null:
    case 'text':
    case 'input_text':
    case 'output_text':
      addSaid(parts, text(value.text) ?? '', thinkTags);
      return;
    case 'refusal':
      parts.push({ type: 'refusal', text: text(value.refusal) ?? '' });
      return;
    case 'thinking':
      parts.push({ type: 'thinking', text: thinkingText(value.thinking) });
      return;
    case 'input_audio': {
      const format = name(obj(value.input_audio).format);
      parts.push(media('audio', format === null ? null : `audio/${format}`, null));
      return;
    }
    case 'input_image':
      parts.push(mediaAt('image', addressOf(value.image_url)));
      return;
    case 'file':
    case 'input_file':
    case 'document':
      parts.push(mediaAt('document', obj(value.file).file_data ?? value.file_data ?? value.file_url));
      return;
    default: {
      const kind = BY_URL.get(type);
      if (kind === undefined) parts.push({ type: 'other', name: type });
      else parts.push(mediaAt(kind, addressOf(value[type])));
    }
  }
}

function addSaid(parts: Part[], said: string, thinkTags: boolean): void {
  const { thinking, answer } = thinkTags ? splitThinking(said) : { thinking: null, answer: said };
  if (thinking !== null) parts.push({ type: 'thinking', text: thinking });
  addText(parts, answer);
}

/** The URL, bare or as an object's `url`. */
function addressOf(value: unknown): unknown {
  return isObject(value) ? value.url : value;
}

/** Cohere uses a string, Mistral a list of text chunks. */
function thinkingText(value: unknown): string {
  const whole = text(value);
  if (whole !== null) return whole;
  let joined = '';
  for (const chunk of arr(value)) joined += text(chunk) ?? text(obj(chunk).text) ?? '';
  return joined;
}

/** Cohere's tool results may be documents: an object of fields, or text. */
function documentText(value: unknown): string | null {
  const { document } = obj(value);
  if (document === undefined || document === null) return null;
  const data = obj(document).data ?? document;
  return text(data) ?? jsonText(data);
}
