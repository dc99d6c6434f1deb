/** Placeholder in a response for a vector that the application does not keep. Clients may send it, too. */
export type DroppedVector = { dropped: 'vector'; length: number };

export function droppedVector(length: number): DroppedVector {
  return { dropped: 'vector', length };
}

/** The length of a dropped vector; null for everything else. */
export function droppedLength(value: unknown): number | null {
  if (typeof value !== 'object' || value === null) return null;
  const { dropped, length } = value as Partial<DroppedVector>;
  return dropped === 'vector' && typeof length === 'number' && Number.isSafeInteger(length) && length >= 0
    ? length
    : null;
}

/** Number of single-precision floats in a base64 text, as upstreams send vectors; null if it is not one. */
export function base64Length(text: string): number | null {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) return null;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return Math.floor(Math.floor(((text.length - padding) * 3) / 4) / 4);
}
