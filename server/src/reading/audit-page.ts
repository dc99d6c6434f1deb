import type { AuditEntry, AuditQuery } from '@parley/contract';
import type { Kysely } from 'kysely';
import { listAudit } from '../accounts/list-audit.ts';
import type { Tables } from '../metadata/tables.ts';
import { decodeCursor, InvalidCursor } from '../queries/cursor.ts';
import { pageOf } from '../queries/page.ts';

const ORDER = 'at';

/** A page of the audit log of an account, newest entry first. */
export async function auditPage(
  db: Kysely<Tables>,
  accountId: string,
  { cursor, limit, ...filters }: AuditQuery,
): Promise<{ data: AuditEntry[]; nextCursor: string | null }> {
  const place = decodeCursor(cursor, ORDER);
  if (place && !/^\w+$/.test(place.id)) throw new InvalidCursor();
  const after = place ? { at: Number(place.value), id: place.id } : undefined;
  const entries = await listAudit(db, { ...filters, accountId, after, limit: limit + 1 });
  const { page, nextCursor } = pageOf(entries, limit, ({ at, id }) => ({
    order: ORDER,
    value: Date.parse(at),
    id,
  }));
  return { data: page, nextCursor };
}
