import type { Exchange } from '@parley/contract';
import { searchedTexts } from '../search/sections.ts';
import { CONTENT_PARTS, type ContentPart, LARGE_BYTES } from './content.ts';
import { listingOf } from './listing.ts';
import type { Parts } from './row-binary.ts';

export type Said = Pick<Exchange, 'input' | 'output' | 'outputText' | 'previousUpstreamId'>;

/** Values of the content columns of an interaction (`content.ts`). */
export type StoredContent = {
  parts: Record<ContentPart, string | Buffer>;
  bytes: Record<ContentPart, number>;
  /** Empty when the row is not large. */
  listing: string;
  content: Parts;
  large: Parts;
  largeBytes: number;
};

export function storedContent(
  said: Said,
  request: string | Buffer,
  response: string | Buffer,
): StoredContent {
  const { input, output, inputWords, outputWords } = searchedTexts(said);
  const parts = {
    input_text: input,
    request,
    response,
    output_text: output,
    input_words: inputWords,
    output_words: outputWords,
  };
  const sizes = CONTENT_PARTS.map((part): [ContentPart, number] => [part, Buffer.byteLength(parts[part])]);
  const bytes = Object.fromEntries(sizes) as Record<ContentPart, number>;
  const total = sizes.reduce((sum, [, size]) => sum + size, 0);
  const whole = CONTENT_PARTS.map((part) => parts[part]);
  if (total <= LARGE_BYTES) return { parts, bytes, listing: '', content: whole, large: [], largeBytes: 0 };
  const listing = JSON.stringify(listingOf(said));
  return { parts, bytes, listing, content: [listing], large: whole, largeBytes: total };
}

export const NO_CONTENT = storedContent(
  { input: [], output: [], outputText: '', previousUpstreamId: null },
  '',
  '',
);
