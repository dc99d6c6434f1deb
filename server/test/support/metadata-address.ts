/** Where a data folder's metadata are: in the folder, or in a PostgreSQL database of the same name. */
import { basename } from 'node:path';
import pg from 'pg';
import { metadataPath } from '../../src/data-folder/data-folder.ts';
import type { MetadataAddress } from '../../src/metadata/database.ts';

/** The PostgreSQL started by `scripts/test.ts`. */
export function testPostgres(): string {
  const url = process.env.PARLEY_TEST_POSTGRES;
  if (!url) throw new Error('Run tests by "npm run test:run -- FILE": it starts PostgreSQL for them.');
  return url;
}

export const ON_POSTGRES = process.env.PARLEY_TEST_METADATA === 'postgres';

export function metadataAddressOf(data: string): MetadataAddress {
  if (!ON_POSTGRES) return { kind: 'sqlite', path: metadataPath(data) };
  return { kind: 'postgres', url: urlOf(basename(data)) };
}

/** Like `metadataAddressOf`, and creates the database on PostgreSQL. */
export async function makeMetadata(data: string): Promise<MetadataAddress> {
  if (ON_POSTGRES) await testDatabase(basename(data));
  return metadataAddressOf(data);
}

/** Environment that tells a process where a data folder's metadata are. */
export function databaseOf(data: string): { PARLEY_DATABASE_URL: string } {
  const address = metadataAddressOf(data);
  return { PARLEY_DATABASE_URL: address.kind === 'postgres' ? address.url : '' };
}

/** URL of the database with this name, created if missing. */
export async function testDatabase(name: string): Promise<string> {
  const client = new pg.Client(testPostgres());
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } catch (error) {
    const isThere =
      error instanceof Error && 'code' in error && ['42P04', '23505'].includes(String(error.code));
    if (!isThere) throw error;
  } finally {
    await client.end();
  }
  return urlOf(name);
}

function urlOf(database: string): string {
  const url = new URL(testPostgres());
  url.pathname = `/${encodeURIComponent(database)}`;
  return url.href;
}
