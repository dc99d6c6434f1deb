import type { Row } from './row.ts';
import type { Tail } from './use-tail.ts';

/** What arrived on top of what was there; `fresh` says how many of the first rows arrived. */
export function withLive({ rows: arrived, full }: Tail, listed: readonly Row[]) {
  if (arrived.length === 0) return { rows: listed, fresh: 0 };
  // Between the last that arrived and the list there would be a gap.
  if (full) return { rows: arrived, fresh: arrived.length };
  const known = new Set(listed.map(({ id }) => id));
  const unknown = arrived.filter(({ id }) => !known.has(id));
  return { rows: [...unknown, ...listed], fresh: unknown.length };
}
