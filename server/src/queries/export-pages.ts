import { keyPages, PageKey } from '../store/rewrite/key-pages.ts';
import { CONTENT_BYTES } from '../store/rows/content.ts';
import { INTERACTION_SELECT, InteractionRow } from '../store/rows/interaction-row.ts';
import type { Store } from '../store/store.ts';
import { type Apps, conditions, type ExportFilters } from './filters.ts';

/**
 * Page limits. A page is parsed in one go; at this size, that takes some milliseconds. A single interaction may be
 * larger.
 */
const PAGE = { keys: 5000, rows: 500, bytes: 2 * 1024 * 1024 };

/** Pages of all matching interactions, newest first; `only` is one more condition. Those that arrive meanwhile may or may not be among them. */
export function exportPages(
  store: Store,
  apps: Apps,
  filters: ExportFilters,
  only = 'true',
): AsyncGenerator<InteractionRow[], void, undefined> {
  const { where: fitting, params } = conditions(apps, filters);
  const where = `${fitting} AND ${only}`;
  return keyPages(
    {
      keys: (after, limit) =>
        store.query(
          PageKey,
          `SELECT id, toUnixTimestamp64Milli(requested_at) AS requested, ${CONTENT_BYTES} AS bytes
           FROM interactions
           WHERE ${where} ${after ? `AND ${AT_OR_BEFORE} AND (requested_at, id) < ${KEY}` : ''}
           ORDER BY requested_at DESC, id DESC
           LIMIT {keyLimit:UInt32}`,
          {
            ...params,
            keyLimit: limit,
            ...(after ? { pageStart: after.requested, pageStartId: after.id } : {}),
          },
        ),
      rows: (first, last) =>
        store.query(
          InteractionRow,
          `SELECT ${INTERACTION_SELECT}
           FROM interactions
           WHERE ${where} AND ${AT_OR_BEFORE} AND (requested_at, id) <= ${KEY}
             AND requested_at >= fromUnixTimestamp64Milli({pageEnd:Int64})
             AND (requested_at, id) >= (fromUnixTimestamp64Milli({pageEnd:Int64}), {pageEndId:UUID})
           ORDER BY requested_at DESC, id DESC`,
          {
            ...params,
            pageStart: first.requested,
            pageStartId: first.id,
            pageEnd: last.requested,
            pageEndId: last.id,
          },
        ),
    },
    PAGE,
  );
}

/** The time alone lets the engine skip granules; the key (time and id) makes the bound exact. */
const AT_OR_BEFORE = 'requested_at <= fromUnixTimestamp64Milli({pageStart:Int64})';
const KEY = '(fromUnixTimestamp64Milli({pageStart:Int64}), {pageStartId:UUID})';
