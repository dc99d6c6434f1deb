/** A list of names that only grows, at its end. */
export function grown(order: readonly string[], names: readonly string[]): readonly string[] {
  return [...new Set([...order, ...names])];
}

/** As it was written down; whatever else stands there is no list. */
export function readOrder(text: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}
