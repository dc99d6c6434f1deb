import { z } from 'zod';
import type { Store } from '../store/store.ts';

const Row = z.object({ id: z.string() });
const PAGE = 100_000;

/** Every id that can be a duplicate (UUIDv8), page by page, so that no answer is large. */
export async function derivedIds(store: Store, visit: (id: string) => void): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await store.query(
      Row,
      `SELECT id FROM interactions
       WHERE id > {after:UUID} AND substring(toString(id), 15, 1) = '8'
       ORDER BY id LIMIT {page:UInt32}`,
      { after, page: PAGE },
    );
    for (const { id } of rows) visit(id);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}
