import { existsSync, mkdirSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { type Config, type OptionName, readConfig } from '../config.ts';
import { metadataPath } from '../data-folder/data-folder.ts';
import { change } from '../metadata/change.ts';
import { metadataAddress, openMetadata } from '../metadata/database.ts';
import { migrateMetadata } from '../metadata/migrations/migrations.ts';
import type { Tables } from '../metadata/tables.ts';

/** The data folder of a command: the server's, unless a flag names another. */
export function dataFolder(given: string | undefined): string {
  return commandConfig(given).data;
}

/** The configuration that a command shares with the server. */
export function commandConfig(given: string | undefined): Config {
  return configOf({ data: given });
}

/** The same, with those flags of the server that the command accepts. */
export function configOf(flags: Partial<Record<OptionName, string | undefined>>): Config {
  const args = Object.entries(flags).flatMap(([name, value]) => (value ? [`--${name}`, value] : []));
  return readConfig(args, process.env);
}

/** Makes a change together with its audit entry, in one transaction. */
export function changeMetadata<T>(
  given: string | undefined,
  make: (tx: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return withMetadata(given, (db) => change(db, make));
}

/** Opens the metadata beside a server that may be running: both can write. */
export function withMetadata<T>(
  given: string | undefined,
  use: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return withMetadataOf(commandConfig(given), use);
}

export async function withMetadataOf<T>(
  config: Pick<Config, 'data' | 'databaseUrl'>,
  use: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  if (!existsSync(config.data)) mkdirSync(config.data, { recursive: true, mode: 0o700 });
  const metadata = openMetadata(metadataAddress(config, metadataPath(config.data)));
  try {
    await migrateMetadata(metadata.db);
    return await use(metadata.db);
  } finally {
    await metadata.close();
  }
}
