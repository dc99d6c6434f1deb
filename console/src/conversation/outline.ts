/** A step of a trace: an interaction, or a span around some. */
export type Placed = { id: string; at: number; spanId: string | null; parentSpanId: string | null };
export type Outlined<T> = { step: T; depth: number };

/** Steps by time, children below their parents. A step whose parent is missing is a root. */
export function outlineOf<T extends Placed>(steps: readonly T[]): Outlined<T>[] {
  const inOrder = steps.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  const bySpan = new Map<string, T>();
  for (const step of inOrder) if (step.spanId && !bySpan.has(step.spanId)) bySpan.set(step.spanId, step);
  const parentOf = ({ id, parentSpanId }: T): string | null => {
    const parent = parentSpanId ? bySpan.get(parentSpanId) : undefined;
    return parent && parent.id !== id ? parent.id : null;
  };
  const children = Map.groupBy(inOrder, parentOf);
  const outline: Outlined<T>[] = [];
  const seen = new Set<string>();
  const add = (step: T, depth: number) => {
    if (seen.has(step.id)) return;
    seen.add(step.id);
    outline.push({ step, depth });
    for (const child of children.get(step.id) ?? []) add(child, depth + 1);
  };
  for (const root of children.get(null) ?? []) add(root, 0);
  // Spans in a cycle have no root.
  for (const step of inOrder) add(step, 0);
  return outline;
}
