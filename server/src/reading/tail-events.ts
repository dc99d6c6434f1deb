import type { Apps } from '../queries/filters.ts';
import type { ReceivedKey, ReceivedSource } from '../queries/newest-received.ts';

/** The events of a live tail for a few keys, by id. What is gone meanwhile has none. */
export async function tailEvents(
  { records }: Pick<ReceivedSource, 'records'>,
  apps: Apps,
  keys: readonly ReceivedKey[],
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const received = new Map(keys.map((key) => [key.id, key.received]));
  const encoder = new TextEncoder();
  return new Map(
    (await records(apps, keys)).map((record) => [
      record.id,
      // The id says where to go on: the receipt is the order, the rest makes it unique.
      encoder.encode(
        `id: ${received.get(record.id)}-${record.id}\nevent: interaction\ndata: ${JSON.stringify(record)}\n\n`,
      ),
    ]),
  );
}
