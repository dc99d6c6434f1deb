import type { Kysely } from 'kysely';
import { storeSteps } from '../cluster/store-steps.ts';
import { withLease } from '../cluster/with-lease.ts';
import type { Tables } from '../metadata/tables.ts';
import { nameOfTables, type StoreAddress } from '../store/client.ts';
import type { Shared } from '../store/migrations/migrations.ts';

/** Coordinates schema changes between servers that share PostgreSQL and a ClickHouse cluster. */
export function sharedTables(db: Kysely<Tables>, node: string, store: StoreAddress): Shared {
  const tables = nameOfTables(store);
  return {
    done: storeSteps(db, tables),
    alone: (work) => withLease(db, `tables of ${tables}`, node, work),
  };
}
