/** Cursors: the last row of a page by its sort key, which is an integer and a unique id. */
import { ApiError } from '../base/errors.ts';

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export type Cursor = {
  /** Sort order of the list; a cursor of another order is refused. */
  order: string;
  /** Decimal digits as the store returned them: sums can exceed the safe integers of JavaScript. */
  value: string;
  id: string;
};

/** Position of a row in its list. */
export type Place = Omit<Cursor, 'value'> & { value: string | number };

export class InvalidCursor extends ApiError {
  constructor(message = 'The cursor is not one this server gave out for this list.') {
    super('invalid_query', { issues: [{ path: 'cursor', code: 'invalid_cursor', message }] });
  }
}

const OTHER_ORDER =
  'The cursor is of a list in another order, or of another list: it goes with the `orderBy` and `order` it was given out for.';

export function encodeCursor({ order, value, id }: Place): string {
  return Buffer.from(`${order} ${value} ${id}`).toString('base64url');
}

export function decodeCursor(text: string | undefined, order: string): Cursor | null {
  if (text === undefined) return null;
  const match = /^([\w.-]+) (-?\d{1,19}) (.+)$/s.exec(Buffer.from(text, 'base64url').toString('utf8'));
  if (!match?.[2] || !match[3] || !isInt64(match[2])) throw new InvalidCursor();
  if (match[1] !== order) throw new InvalidCursor(OTHER_ORDER);
  return { order, value: match[2], id: match[3] };
}

/** Cursor of a list whose rows have a UUID. */
export function decodeUuidCursor(text: string | undefined, order: string): Cursor | null {
  const cursor = decodeCursor(text, order);
  if (cursor && !UUID.test(cursor.id)) throw new InvalidCursor();
  return cursor;
}

function isInt64(digits: string): boolean {
  const value = BigInt(digits);
  return BigInt.asIntN(64, value) === value;
}
