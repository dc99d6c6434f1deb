import { type Kysely, sql } from 'kysely';
import type { Tables } from '../metadata/tables.ts';

/** When the last backup was completed; null if none is recorded. */
export async function lastBackup(db: Kysely<Tables>): Promise<{ finishedAt: number } | null> {
  const tables = await db.introspection.getTables();
  if (!tables.some(({ name }) => name === 'backup')) return null;
  const { rows } = await sql<{ at: number | null }>`SELECT max(finished_at) AS at FROM backup`.execute(db);
  const at = rows[0]?.at ?? null;
  return at === null ? null : { finishedAt: Number(at) };
}
