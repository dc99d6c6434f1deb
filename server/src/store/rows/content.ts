/**
 * The content columns. The bodies of an interaction and the texts extracted from them are one column: next to the bytes
 * it comes from, a text compresses to almost nothing. The sizes of the parts are columns of their own.
 *
 * The engine decompresses a column for many rows at once, and lists show little of a large row. So the parts of a
 * large row are in the column `large`, and its `content` is its listing (`listing.ts`): reading `content` is cheap for
 * any row.
 *
 * These expressions are part of the table; they must not change without a migration.
 */
export const CONTENT_PARTS = [
  'input_text',
  'request',
  'response',
  'output_text',
  // Only where the index of words cannot use the text itself: see `searchable-text.ts`.
  'input_words',
  'output_words',
] as const;
export type ContentPart = (typeof CONTENT_PARTS)[number];

const BYTES: Record<ContentPart, string> = {
  input_text: 'input_bytes',
  request: 'request_bytes',
  response: 'response_bytes',
  output_text: 'output_bytes',
  input_words: 'input_words_bytes',
  output_words: 'output_words_bytes',
};

/** A row is large above this size; its listing takes at most about half of that. */
export const LARGE_BYTES = 64 * 1024;
const LISTING_BYTES = LARGE_BYTES / 2;

/** The columns that hold the content of a row. */
export const CONTENT_COLUMNS: readonly string[] = [
  'content',
  'large',
  'large_bytes',
  ...CONTENT_PARTS.map((part) => BYTES[part]),
];

/** Expression of each part, out of the column that holds it. */
export const PART_OF_CONTENT = partsOf('if(large_bytes > 0, large, content)');

/** The listing of a large row; empty for others, whose bodies are in `content`. */
export const LISTING = "if(large_bytes > 0, content, '')";

/** Expression of each part of a small row, empty for a large one; it does not read the column `large`. */
export const PART_AT_HAND = partsOf("if(large_bytes > 0, '', content)");

function partsOf(column: string): Record<ContentPart, string> {
  const entries = CONTENT_PARTS.map((part, i): [ContentPart, string] => {
    const start = [...CONTENT_PARTS.slice(0, i).map((before) => BYTES[before]), '1'].join(' + ');
    return [part, `substring(${column}, ${start}, ${BYTES[part]})`];
  });
  return Object.fromEntries(entries) as Record<ContentPart, string>;
}

/** Values of the content columns, out of an expression for each part and one for the listing of a large row. */
export function contentColumns(parts: Record<ContentPart, string>, listing: string): Record<string, string> {
  const whole = `concat(${CONTENT_PARTS.map((part) => parts[part]).join(', ')})`;
  const isLarge = `length(${whole}) > ${LARGE_BYTES}`;
  return {
    content: `if(${isLarge}, ${listing}, ${whole})`,
    large: `if(${isLarge}, ${whole}, '')`,
    large_bytes: `if(${isLarge}, length(${whole}), 0)`,
    ...Object.fromEntries(CONTENT_PARTS.map((part) => [BYTES[part], `length(${parts[part]})`])),
  };
}

/** Size of the content, and of what a list reads of it; neither reads the content itself. */
export const CONTENT_BYTES = CONTENT_PARTS.map((part) => BYTES[part]).join(' + ');
export const BYTES_AT_HAND = `if(large_bytes > 0, ${LISTING_BYTES}, ${CONTENT_BYTES})`;
