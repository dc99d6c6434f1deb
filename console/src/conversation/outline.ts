import type { Interaction } from '@parley/contract';

type Traced = Pick<Interaction, 'id' | 'requestedAt' | 'trace'>;
export type Outlined<T> = { interaction: T; depth: number };

/** In the order of time, what a span led to below it. A parent that is no interaction counts as none. */
export function outlineOf<T extends Traced>(interactions: readonly T[]): Outlined<T>[] {
  const inOrder = interactions.toSorted(
    (a, b) => Date.parse(a.requestedAt) - Date.parse(b.requestedAt) || (a.id < b.id ? -1 : 1),
  );
  const bySpan = new Map<string, T>();
  for (const one of inOrder) {
    const span = one.trace?.spanId;
    if (span && !bySpan.has(span)) bySpan.set(span, one);
  }
  const parentOf = ({ id, trace }: T): string | null => {
    const parent = trace?.parentSpanId ? bySpan.get(trace.parentSpanId) : undefined;
    return parent && parent.id !== id ? parent.id : null;
  };
  const children = Map.groupBy(inOrder, parentOf);
  const outline: Outlined<T>[] = [];
  const seen = new Set<string>();
  const add = (interaction: T, depth: number) => {
    if (seen.has(interaction.id)) return;
    seen.add(interaction.id);
    outline.push({ interaction, depth });
    for (const child of children.get(interaction.id) ?? []) add(child, depth + 1);
  };
  for (const root of children.get(null) ?? []) add(root, 0);
  // Spans that name each other as parents have no root above them.
  for (const one of inOrder) add(one, 0);
  return outline;
}
