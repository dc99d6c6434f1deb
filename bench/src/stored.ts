/** Counts what the store holds through the API, id by id. */
import { InteractionList } from '@parley/contract';
import type { Parley } from './servers.ts';

export async function countStored(parley: Parley): Promise<{ rows: number; distinct: number }> {
  const ids = new Set<string>();
  let rows = 0;
  let cursor: string | null = null;
  do {
    const page = InteractionList.parse(
      await parley.get(`/v1/interactions?limit=500${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`),
    );
    for (const { id } of page.data) ids.add(id);
    rows += page.data.length;
    cursor = page.nextCursor;
  } while (cursor !== null);
  return { rows, distinct: ids.size };
}
