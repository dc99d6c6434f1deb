/** Cursors name the last row of a page by what pages are sorted by: a time and an id. */
export type Cursor = { time: number; id: string };

export class InvalidCursor extends Error {}

export function encodeCursor({ time, id }: Cursor): string {
  return Buffer.from(`${time} ${id}`).toString('base64url');
}

export function decodeCursor(text: string): Cursor {
  const match = /^(\d{1,15}) ([0-9a-f-]{36})$/.exec(Buffer.from(text, 'base64url').toString('latin1'));
  if (!match?.[1] || !match[2]) throw new InvalidCursor('The cursor is not one this server gave out.');
  return { time: Number(match[1]), id: match[2] };
}
