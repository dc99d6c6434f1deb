import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { StoreClient } from '../failover.ts';
import { type Layout, localTable, SHARDING_KEYS, type ShardedTable } from './layout.ts';
import { dialectOf } from './sql-dialect.ts';

const Seen = z.object({ nodes: z.number(), tables: z.number(), versions: z.number() });
const POLL_MS = 500;
/** A node that lags longer counts as down, and the migration fails and is retried. */
const TIMEOUT_MS = 120_000;

/** Waits until all nodes have the same columns: DDL may return before every node has applied it. */
export async function waitForSchemaSync(client: StoreClient, layout: Layout): Promise<void> {
  if (layout.kind === 'single') return;
  const { system } = dialectOf(layout);
  const names = Object.keys(SHARDING_KEYS) as ShardedTable[];
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    const result = await client.query({
      query: `
        SELECT (SELECT count() FROM system.clusters WHERE cluster = {cluster:String}) AS nodes,
               count() AS tables, uniqExact(table, columns) AS versions
        FROM (
          SELECT _shard_num AS node, table, arraySort(groupArray((name, type, default_expression))) AS columns
          FROM ${system('columns', 'all')}
          WHERE database = {database:String} AND table IN {tables:Array(String)}
          GROUP BY node, table
        )`,
      query_params: {
        cluster: layout.cluster,
        database: layout.database,
        tables: names.flatMap((name) => [name, localTable(layout, name)]),
      },
      format: 'JSONEachRow',
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0, skip_unavailable_shards: 0 },
    });
    const [seen] = z.array(Seen).parse(await result.json());
    const kinds = names.length * 2;
    if (seen && seen.tables === seen.nodes * kinds && seen.versions === kinds) return;
    if (performance.now() > deadline)
      throw new Error('A node of the ClickHouse cluster does not have the tables as the others have them.');
    await sleep(POLL_MS);
  }
}
