import { duration } from './amounts.ts';
import { type Finding, ok, warn } from './finding.ts';

/** The last completed backup; null if there is none. */
export type LastBackup = () => Promise<{ finishedAt: number } | null>;

const MAX_BACKUP_AGE_MS = 7 * 24 * 60 * 60 * 1000;

export async function checkBackup(lastBackup: LastBackup, now: number): Promise<Finding[]> {
  const last = await lastBackup();
  if (last === null) return [warn('backup', 'None is known', 'Make one: docs/operations.md says how.')];
  const found = `The last one is ${duration(Math.max(0, now - last.finishedAt))} old`;
  if (now - last.finishedAt > MAX_BACKUP_AGE_MS)
    return [warn('backup', found, 'Make backups at least once a week.')];
  return [ok('backup', found)];
}
