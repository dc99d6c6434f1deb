/**
 * The bytes of an interaction and the texts in them are one column: a text is next to the bytes it comes
 * from, so that storing it twice costs next to nothing. Where each part ends is in columns of its own.
 *
 * The engine unpacks a column for many rows at once, and lists show little of what is large. So the parts of
 * a large row are in the column `large`, and its `content` is what a list shows of it (`listing.ts`): whoever
 * reads `content` reads little of any row.
 *
 * These expressions are part of the table; they must not change without a migration.
 */
export const CONTENT_PARTS = [
  'input_text',
  'request',
  'response',
  'output_text',
  // Where the index of words cannot read the text itself: see `searchable-text.ts`.
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

/** A row is large from here on; and what is listed of one takes about half of that at most. */
export const LARGE_BYTES = 64 * 1024;
const LISTING_BYTES = LARGE_BYTES / 2;

/** The columns that a row's content is in. */
export const CONTENT_COLUMNS: readonly string[] = [
  'content',
  'large',
  'large_bytes',
  ...CONTENT_PARTS.map((part) => BYTES[part]),
];

/** Each part, out of the column that has it. */
export const PART_OF_CONTENT = partsOf('if(large_bytes > 0, large, content)');

/** What a list shows of a large row; of any other, nothing: its bytes are at hand. */
export const LISTING = "if(large_bytes > 0, content, '')";

/** Each part of a row that is not large, and nothing of one that is, without a look at the column `large`. */
export const PART_AT_HAND = partsOf("if(large_bytes > 0, '', content)");

function partsOf(column: string): Record<ContentPart, string> {
  const entries = CONTENT_PARTS.map((part, i): [ContentPart, string] => {
    const start = [...CONTENT_PARTS.slice(0, i).map((before) => BYTES[before]), '1'].join(' + ');
    return [part, `substring(${column}, ${start}, ${BYTES[part]})`];
  });
  return Object.fromEntries(entries) as Record<ContentPart, string>;
}

/** What goes into those columns, out of an expression for each part and for what is listed if it is large. */
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

/** How much it weighs, and how much of it a list reads, without a look at it. */
export const CONTENT_BYTES = CONTENT_PARTS.map((part) => BYTES[part]).join(' + ');
export const BYTES_AT_HAND = `if(large_bytes > 0, ${LISTING_BYTES}, ${CONTENT_BYTES})`;
