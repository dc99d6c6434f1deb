/** Total accessors over JSON of unknown shape, for what may not load the formats. */

export type Json = Readonly<Record<string, unknown>>;

const NONE: readonly unknown[] = Object.freeze([]);

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : NONE;
}

/** What is in a JSON text; undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
