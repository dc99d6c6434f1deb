/**
 * Images and audio in a raw request or response. Records only note that there are some, neither their bytes
 * nor their position: they are found by the shapes that the formats use, in the order of the JSON.
 */
import type { Message, Part } from '@parley/contract';
import { isFields } from './request-settings.ts';

/** `bytes`: base64 or numbers as sent; undefined where only a file or a URL is named. */
export type RawMedium = { kind: 'image' | 'audio'; bytes: unknown };

type Fields = Readonly<Record<string, unknown>>;

/** Media that can be shown: an image or audio that is not a URL. */
export function isInline(part: Part): boolean {
  return part.type === 'media' && (part.kind === 'image' || part.kind === 'audio') && part.url === null;
}

/** The number of each medium among all, by its position: `2.0` is the first part of the third message. */
export function numberMedia(messages: readonly Message[]): ReadonlyMap<string, number> {
  const places = messages.flatMap(({ content }, index) =>
    content.flatMap((part, place) => (isInline(part) ? [`${index}.${place}`] : [])),
  );
  return new Map(places.map((place, number) => [place, number]));
}

/** `raw`: the parsed request and response. */
export function mediaIn(raw: unknown): RawMedium[] {
  const found: RawMedium[] = [];
  walk(raw, found);
  return found;
}

function walk(value: unknown, found: RawMedium[]): void {
  if (Array.isArray(value)) for (const item of value) walk(item, found);
  if (!isFields(value)) return;
  const medium = mediumOf(value);
  if (medium === 'elsewhere') return;
  if (medium) {
    found.push(medium);
    return;
  }
  for (const [name, inner] of Object.entries(value)) walk(mayBeJson(name, inner), found);
}

/** Bedrock's clients send the body as a string; telemetry has whole conversations as strings. */
function mayBeJson(name: string, value: unknown): unknown {
  if ((name !== 'body' && name !== 'stringValue') || typeof value !== 'string') return value;
  if (!/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

type Found = RawMedium | 'elsewhere' | null;

function mediumOf(block: Fields): Found {
  return byType(block) ?? inlineData(block) ?? ofConverse(block) ?? spoken(block);
}

/** OpenAI and those like it, Anthropic, and the conventions of OpenTelemetry: blocks with a type. */
function byType(block: Fields): Found {
  const { type, source, input_audio: audio } = block;
  switch (type) {
    case 'image_url':
    case 'input_image':
      return at('image', addressOf(block.image_url));
    case 'audio_url':
      return at('audio', addressOf(block.audio_url));
    case 'input_audio':
      return { kind: 'audio', bytes: isFields(audio) ? audio.data : audio };
    case 'image':
      if (!isFields(source)) return null;
      return typeof source.url === 'string' ? at('image', source.url) : { kind: 'image', bytes: source.data };
    case 'image_generation_call':
      return { kind: 'image', bytes: block.result };
    case 'computer_screenshot':
      return at('image', block.image_url);
    case 'blob':
      return ofKind(block.modality ?? kindOf(block.mime_type), block.content ?? block.data);
    default:
      return null;
  }
}

/** Gemini, in both of its spellings. */
function inlineData(block: Fields): Found {
  const inline = block.inlineData ?? block.inline_data;
  if (isFields(inline)) return ofKind(kindOf(inline.mimeType ?? inline.mime_type), inline.data);
  const file = block.fileData ?? block.file_data;
  if (!isFields(file)) return null;
  const kind = kindOf(file.mimeType ?? file.mime_type);
  return isAddress(file.fileUri ?? file.file_uri) ? 'elsewhere' : ofKind(kind, undefined);
}

/** Bedrock's Converse: a block is named by its only key. */
function ofConverse(block: Fields): Found {
  for (const kind of ['image', 'audio'] as const) {
    const described = block[kind];
    if (isFields(described) && isFields(described.source)) return { kind, bytes: described.source.bytes };
  }
  return null;
}

/** A spoken answer of OpenAI's. One that only refers to an earlier answer has no data. */
function spoken({ audio, role }: Fields): Found {
  return isFields(audio) && typeof role === 'string' ? { kind: 'audio', bytes: audio.data } : null;
}

/** The URL is a string, or the `url` of an object. */
function addressOf(value: unknown): unknown {
  return isFields(value) ? value.url : value;
}

function at(kind: RawMedium['kind'], address: unknown): Found {
  if (isAddress(address)) return 'elsewhere';
  const inline = typeof address === 'string' ? /^data:[^,]*;base64,/i.exec(address) : null;
  return { kind, bytes: inline ? String(address).slice(inline[0].length) : undefined };
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//i.test(value);
}

function kindOf(mimeType: unknown): unknown {
  return typeof mimeType === 'string' ? mimeType.split('/')[0] : null;
}

/** Video and documents are not shown. */
function ofKind(kind: unknown, bytes: unknown): Found {
  return kind === 'image' || kind === 'audio' ? { kind, bytes } : 'elsewhere';
}
