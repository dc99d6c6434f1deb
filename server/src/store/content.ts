/**
 * The bytes of an interaction and the texts in them are one column: a text is next to the bytes it comes
 * from, so that storing it twice costs next to nothing. Where each part ends is in columns of its own.
 * These expressions are part of the table; they must not change without a migration.
 */
export const CONTENT_PARTS = ['input_text', 'request', 'response', 'output_text'] as const;
export type ContentPart = (typeof CONTENT_PARTS)[number];

const BYTES: Record<ContentPart, string> = {
  input_text: 'input_bytes',
  request: 'request_bytes',
  response: 'response_bytes',
  output_text: 'output_bytes',
};

/** The columns that a row's content is in. */
export const CONTENT_COLUMNS: readonly string[] = ['content', ...CONTENT_PARTS.map((part) => BYTES[part])];

/** Each part, out of the column `content`. */
export const PART_OF_CONTENT = Object.fromEntries(
  CONTENT_PARTS.map((part, i) => {
    const start = [...CONTENT_PARTS.slice(0, i).map((before) => BYTES[before]), '1'].join(' + ');
    return [part, `substring(content, ${start}, ${BYTES[part]})`];
  }),
) as Record<ContentPart, string>;

/** What goes into those columns, out of an expression for each part. */
export function contentColumns(parts: Record<ContentPart, string>): Record<string, string> {
  return {
    content: `concat(${CONTENT_PARTS.map((part) => parts[part]).join(', ')})`,
    ...Object.fromEntries(CONTENT_PARTS.map((part) => [BYTES[part], `length(${parts[part]})`])),
  };
}

/** How much it weighs, without a look at it. */
export const CONTENT_BYTES = CONTENT_PARTS.map((part) => BYTES[part]).join(' + ');
