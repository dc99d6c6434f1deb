import { type Kysely, PostgresAdapter } from 'kysely';

/** For the few statements in which the two databases differ. */
export function isPostgres<T>(db: Kysely<T>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
