/** Accessors of JSON of unknown shape. `formats/` has its own, since it imports nothing. */

export type Json = Readonly<Record<string, unknown>>;

const NONE: readonly unknown[] = Object.freeze([]);

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : NONE;
}

/** Undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
