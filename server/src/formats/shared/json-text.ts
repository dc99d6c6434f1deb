/**
 * A JSON value as text. `JSON.stringify` is recursive, so a value nested deeper than the stack allows has no
 * text; its raw bytes are stored all the same.
 */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

/** Tool arguments: text as the model wrote it, objects as JSON. */
export function argumentsText(value: unknown, absent: string): string {
  if (typeof value === 'string') return value.toWellFormed();
  return value === undefined || value === null ? absent : jsonText(value);
}
