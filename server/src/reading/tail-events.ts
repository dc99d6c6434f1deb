import type { Apps } from '../queries/filters.ts';
import type { StoredKey, StoredSource } from '../queries/newest-stored.ts';
import type { NewScore } from '../queries/scores.ts';

/** Server-sent events of a live tail for a few keys, by id; none for interactions deleted meanwhile. */
export async function tailEvents(
  { records }: Pick<StoredSource, 'records'>,
  apps: Apps,
  keys: readonly StoredKey[],
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const stored = new Map(keys.map((key) => [key.id, key.stored]));
  const encoder = new TextEncoder();
  return new Map(
    (await records(apps, keys)).map((record) => [
      record.id,
      // The event id is the position to resume from: the time of storing, then the id to break ties.
      encoder.encode(
        `id: ${stored.get(record.id)}-${record.id}\nevent: interaction\ndata: ${JSON.stringify(record)}\n\n`,
      ),
    ]),
  );
}

/** Events of scores. They have no id: a connection that broke goes on after its last interaction. */
export function scoreEvents(scores: readonly NewScore[]) {
  const encoder = new TextEncoder();
  return scores.map(({ key, stored, score }) => ({
    key,
    stored,
    event: encoder.encode(`event: score\ndata: ${JSON.stringify(score)}\n\n`),
  }));
}
