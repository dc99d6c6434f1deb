import type { Score, ScoreEvent } from '@parley/contract';

type Scored = { id: string; upstreamId: string | null; scores: readonly Score[] };

/** Rows with the scores that arrived since they were read, oldest first. A row without any stays the same object. */
export function withLiveScores<R extends Scored>(
  rows: readonly R[],
  arrived: readonly ScoreEvent[],
): readonly R[] {
  if (arrived.length === 0) return rows;
  const newest = new Map(arrived.map((event) => [event.id, event]));
  const byTarget = Map.groupBy(newest.values(), (event) => event.interaction ?? event.upstreamId ?? '');
  return rows.map((row) => {
    const own = [row.id, row.upstreamId ?? row.id].flatMap((name) => byTarget.get(name) ?? []);
    return own.length === 0 ? row : { ...row, scores: updated(row.scores, own) };
  });
}

/** A score that was deleted has no value any more. */
function updated(scores: readonly Score[], events: readonly ScoreEvent[]): Score[] {
  const known = new Map<string, ScoreEvent>(scores.map((score) => [score.id, score]));
  for (const event of events) {
    const before = known.get(event.id);
    // The list may have been read after the event was sent.
    if (!before || before.at <= event.at) known.set(event.id, event);
  }
  return [...known.values()]
    .flatMap(({ value, ...rest }) => (value === null ? [] : [{ ...rest, value }]))
    .sort((a, b) => b.at.localeCompare(a.at));
}
