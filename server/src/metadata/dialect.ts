import { type Kysely, PostgresAdapter } from 'kysely';

/** For the few things that the two databases do not say in the same words. */
export function isPostgres<T>(db: Kysely<T>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
