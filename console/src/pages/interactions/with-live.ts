import { withLiveScores } from '../../scores/live-scores.ts';
import type { Row } from './row.ts';
import type { Tail } from './use-tail.ts';

/** Live rows on top of the loaded ones, all with the scores that arrived; `fresh` is their number. */
export function withLive(tail: Tail, listed: readonly Row[]) {
  const { rows, fresh } = withLiveRows(tail, listed);
  return { rows: withLiveScores(rows, tail.scores), fresh };
}

function withLiveRows({ rows: arrived, full }: Tail, listed: readonly Row[]) {
  if (arrived.length === 0) return { rows: listed, fresh: 0 };
  // After dropped live rows, the loaded ones would follow with a gap.
  if (full) return { rows: arrived, fresh: arrived.length };
  const known = new Set(listed.map(({ id }) => id));
  const unknown = arrived.filter(({ id }) => !known.has(id));
  return { rows: [...unknown, ...listed], fresh: unknown.length };
}
