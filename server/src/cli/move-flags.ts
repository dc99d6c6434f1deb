import { type Config, type OptionName, readConfig } from '../config.ts';
import { readFlags, UsageError } from './usage.ts';
import { configOf } from './with-metadata.ts';

/** What to move, read from flags: the server's current configuration and the future one. */
export type MoveOptions = {
  from: Config;
  to: Config;
  store: boolean;
  metadata: boolean;
  /** Whether to stop the server for the last seconds, rather than wait for the operator to do it. */
  stop: boolean;
  json: boolean;
};

/** Stands for the data folder. */
const EMBEDDED = 'embedded';

export function readMoveOptions(args: readonly string[]): MoveOptions {
  const flags = readFlags(
    [...args],
    [],
    ['to-clickhouse', 'cluster', 'to-database', 'clickhouse-url', 'clickhouse-cluster', 'database-url'],
    ['stop'],
  );
  const { 'to-clickhouse': clickhouse, 'to-database': database, cluster, json, stop = false, ...now } = flags;
  const from = configOf(now);
  const [store, metadata] = [clickhouse !== undefined, database !== undefined];
  const to = readConfig(
    flagsOf({
      data: from.data,
      'clickhouse-url': store ? clickhouse : from.clickhouse?.url,
      'clickhouse-cluster': store ? cluster : from.clickhouse?.cluster,
      'database-url': metadata ? database : from.databaseUrl,
    }),
    {},
  );
  if (!store && !metadata) throw new UsageError('Say where to: --to-clickhouse, --to-database, or both.');
  if (store && from.clickhouse?.url === to.clickhouse?.url)
    throw new UsageError('The store is there already: name another place with --to-clickhouse.');
  if (metadata && from.databaseUrl === to.databaseUrl)
    throw new UsageError('The metadata are there already: name another place with --to-database.');
  return { from, to, store, metadata, stop, json };
}

function flagsOf(flags: Partial<Record<OptionName, string | null | undefined>>): string[] {
  return Object.entries(flags).flatMap(([name, value]) =>
    value && value !== EMBEDDED ? [`--${name}`, value] : [],
  );
}
