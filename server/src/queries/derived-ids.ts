import { z } from 'zod';
import type { Store } from '../store/store.ts';

const Row = z.object({ id: z.string() });
const PAGE = 100_000;
/** Whoever takes them has other things to do in between. */
const AT_A_TIME = 1000;

/** Every id that can be a duplicate (UUIDv8), asked for page by page, so that no answer of the store is large. */
export async function* derivedIds(store: Store): AsyncGenerator<string[], void, undefined> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const rows = await store.query(
      Row,
      `SELECT id FROM interactions
       WHERE id > {after:UUID} AND substring(toString(id), 15, 1) = '8'
       ORDER BY id LIMIT {page:UInt32}`,
      { after, page: PAGE },
    );
    for (let at = 0; at < rows.length; at += AT_A_TIME)
      yield rows.slice(at, at + AT_A_TIME).map(({ id }) => id);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last.id;
  }
}
