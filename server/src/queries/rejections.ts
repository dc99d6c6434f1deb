/** Rejections: refused payloads with their issues. */
import { Issue, type ListRejectionsQuery, type RejectionList } from '@parley/contract';
import { z } from 'zod';
import type { Store } from '../store/store.ts';
import { decodeUuidCursor } from './cursor.ts';
import { type Apps, appCondition } from './filters.ts';
import { pageOf } from './page.ts';

const ORDER = 'receivedAt';

const Row = z.object({
  id: z.string(),
  app_id: z.string(),
  received: z.number(),
  issues: z.string().transform((json) => z.array(Issue).parse(JSON.parse(json))),
  issue_bytes: z.number(),
  bytes: z.number(),
  replayed_as: z.string().transform((value) => value || null),
});

export async function listRejections(
  store: Store,
  apps: Apps,
  { limit, cursor }: ListRejectionsQuery,
): Promise<RejectionList> {
  const { where, params } = appCondition(apps);
  const after = decodeUuidCursor(cursor, ORDER);
  const rows = await store.query(
    Row,
    `SELECT id, app_id, toUnixTimestamp64Milli(received_at) AS received, issues, length(issues) AS issue_bytes,
            payload_bytes AS bytes, replayed_as
     FROM rejections FINAL
     WHERE ${where}
       ${after ? 'AND (received_at, id) < (fromUnixTimestamp64Milli({cursorTime:Int64}), {cursorId:UUID})' : ''}
     ORDER BY received_at DESC, id DESC
     LIMIT {limit:UInt32}`,
    { ...params, limit: limit + 1, ...(after ? { cursorTime: after.value, cursorId: after.id } : {}) },
  );
  const { page, nextCursor } = pageOf(
    rows,
    limit,
    (row) => ({ order: ORDER, value: row.received, id: row.id }),
    (row) => row.issue_bytes,
  );
  return {
    data: page.map((row) => ({
      id: row.id,
      appId: row.app_id,
      receivedAt: new Date(row.received).toISOString(),
      issues: row.issues,
      bytes: row.bytes,
      replayedAs: row.replayed_as,
    })),
    nextCursor,
  };
}

const Stored = z.object({
  app_id: z.string(),
  received: z.number(),
  issues: z.string(),
  payload: z.string(),
  replayed_as: z.string(),
});

export type StoredPayload = z.infer<typeof Stored>;

/** A refused payload with its bytes (the API key redacted); null when there is none. */
export async function getRejection(store: Store, apps: Apps, id: string): Promise<StoredPayload | null> {
  const { where, params } = appCondition(apps);
  const [row] = await store.query(
    Stored,
    `SELECT app_id, toUnixTimestamp64Milli(received_at) AS received, issues, payload, replayed_as
     FROM rejections FINAL
     WHERE ${where} AND id = {id:UUID} LIMIT 1`,
    { ...params, id },
  );
  return row ?? null;
}
