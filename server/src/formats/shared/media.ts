import type { Part } from '@parley/contract';
import { name } from './read.ts';

type Media = Extract<Part, { type: 'media' }>;
export type MediaKind = Media['kind'];

/** Maximum length of a media type; every registered one is shorter. */
const MAX_MIME_LENGTH = 127;

export function media(kind: MediaKind, mimeType: string | null, url: string | null): Media {
  return { type: 'media', kind, mimeType, url };
}

/** Media of which the upstream tells only the media type. */
export function mediaOfType(mimeType: string | null, url: string | null): Media {
  return media(kindOf(mimeType), mimeType, url);
}

/** Media at a URL. A data URL's content is never stored. */
export function mediaAt(kind: MediaKind, address: unknown): Media {
  return media(kind, inlineMime(address), httpUrl(address));
}

export function kindOf(mimeType: string | null): MediaKind {
  if (mimeType === null) return 'file';
  if (mimeType.startsWith('image/')) return 'image';
  if (mimeType.startsWith('audio/')) return 'audio';
  if (mimeType.startsWith('video/')) return 'video';
  return mimeType.startsWith('text/') || mimeType === 'application/pdf' ? 'document' : 'file';
}

export function httpUrl(value: unknown): string | null {
  const url = name(value);
  if (url === null) return null;
  const start = url.slice(0, 8).toLowerCase();
  return start === 'https://' || start.startsWith('http://') ? url : null;
}

function inlineMime(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('data:')) return null;
  const head = value.slice(5, 5 + MAX_MIME_LENGTH + 1);
  const end = head.search(/[;,]/);
  return end > 0 ? head.slice(0, end).toWellFormed() : null;
}
