/** Expected answers, computed record by record and without the code under test. */
import type { Interaction } from '@parley/contract';

export type ExpectedSession = { appId: string; name: string; turns: Interaction[]; endsAt: number };

/**
 * The rule as documented: an interaction that starts at or before the session's latest deadline belongs to
 * it.
 */
export function expectedSessions(records: readonly Interaction[]): ExpectedSession[] {
  const names = Map.groupBy(
    records.filter(({ session }) => session !== null),
    ({ appId, session }) => JSON.stringify([appId, session]),
  );
  return [...names.values()].flatMap((turns) => {
    const sessions: ExpectedSession[] = [];
    const inOrder = turns.toSorted(
      (a, b) =>
        Date.parse(a.requestedAt) - Date.parse(b.requestedAt) ||
        deadline(b) - deadline(a) ||
        (orderOfId(a.id) < orderOfId(b.id) ? -1 : 1),
    );
    for (const turn of inOrder) {
      const current = sessions.at(-1);
      if (current && Date.parse(turn.requestedAt) <= current.endsAt) {
        current.turns.push(turn);
        current.endsAt = Math.max(current.endsAt, deadline(turn));
      } else {
        sessions.push({
          appId: turn.appId,
          name: turn.session ?? '',
          turns: [turn],
          endsAt: deadline(turn),
        });
      }
    }
    return sessions;
  });
}

/** Sort key of an id in the engine's order, which compares the second half first. */
export function orderOfId(id: string): string {
  return `${id.slice(19)} ${id.slice(0, 18)}`;
}

function deadline({ respondedAt, sessionTimeout }: Interaction): number {
  return Date.parse(respondedAt) + Math.round(sessionTimeout * 60_000);
}

export function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
}

/** Quantile with linear interpolation between neighbours. */
export function quantile(values: readonly number[], level: number): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const place = level * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return low + (high - low) * (place - Math.floor(place));
}
