/** The backups of this installation: when they were made, not where they are. */
import type { Kysely } from 'kysely';
import type { Tables } from '../metadata/tables.ts';

export type BackupMade = { id: string; finishedAt: number; interactions: number; bytes: number };

export async function recordBackup(db: Kysely<Tables>, backup: BackupMade): Promise<void> {
  const { finishedAt: finished_at, ...values } = backup;
  await db
    .insertInto('backup')
    .values({ ...values, finished_at })
    .execute();
}

/** The newest backup; null if there is none. */
export async function lastBackup(db: Kysely<Tables>): Promise<BackupMade | null> {
  const row = await db
    .selectFrom('backup')
    .selectAll()
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { finished_at: finishedAt, ...values } = row;
  return { ...values, finishedAt };
}
