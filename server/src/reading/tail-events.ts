import type { Apps } from '../queries/filters.ts';
import type { StoredKey, StoredSource } from '../queries/newest-stored.ts';

/** The events of a live tail for a few keys, by id. What is gone meanwhile has none. */
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
      // The id says where to go on: when it was stored is the order, the rest makes it unique.
      encoder.encode(
        `id: ${stored.get(record.id)}-${record.id}\nevent: interaction\ndata: ${JSON.stringify(record)}\n\n`,
      ),
    ]),
  );
}
