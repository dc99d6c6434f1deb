import { z } from 'zod';
import type { Store } from '../store/store.ts';

const Row = z.object({ id: z.string() });
const PAGE_ROWS = 100_000;
/** Ids per yield, so that the consumer's thread stays free for other work in between. */
const CHUNK_IDS = 1000;

/** Every derived id (UUIDv8), which a later payload can repeat; read in pages to keep results small. */
export async function* derivedIds(store: Store): AsyncGenerator<string[], void, undefined> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await store.query(
      Row,
      `SELECT id FROM interactions
       WHERE id > {after:UUID} AND substring(toString(id), 15, 1) = '8'
       ORDER BY id LIMIT {page:UInt32}`,
      { after, page: PAGE_ROWS },
    );
    for (let at = 0; at < rows.length; at += CHUNK_IDS)
      yield rows.slice(at, at + CHUNK_IDS).map(({ id }) => id);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_ROWS) return;
    after = last.id;
  }
}
