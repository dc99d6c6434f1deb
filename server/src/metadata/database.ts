/** The metadata database: SQLite in the data folder, or PostgreSQL for several nodes. Queried through Kysely. */
import type { Metadata } from './metadata.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

export type MetadataAddress =
  | { kind: 'sqlite'; path: string }
  /** `postgres://user:password@host:5432/database` */
  | { kind: 'postgres'; url: string };

/** `watch`: `externalVersion` is needed, which takes a listening connection on PostgreSQL. */
export function openMetadata(address: MetadataAddress, { watch = false } = {}): Metadata {
  return address.kind === 'sqlite' ? openSqlite(address.path) : openPostgres(address.url, watch);
}

/** PostgreSQL if it is configured, otherwise a file in the data folder. */
export function metadataAddress(
  { databaseUrl }: { databaseUrl: string | null },
  path: string,
): MetadataAddress {
  return databaseUrl === null ? { kind: 'sqlite', path } : { kind: 'postgres', url: databaseUrl };
}
