/** An append-only list of names. */
export function grown(order: readonly string[], names: readonly string[]): readonly string[] {
  return [...new Set([...order, ...names])];
}

/** Reads the stored list; anything malformed counts as empty. */
export function readOrder(text: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
