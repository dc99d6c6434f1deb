import { quoteName, quoteText } from '../../engine/quote.ts';
import type { StoreClient } from '../failover.ts';
import { countNodes } from '../layout/count-nodes.ts';
import type { Layout } from '../layout/layout.ts';

export type StagedRows = {
  table: string;
  columns: [string, ...string[]];
  rows: readonly (readonly unknown[])[];
};

/**
 * Inserts the same rows into a table on every node: nodes run mutations on their own, with local tables. For that,
 * every replica is addressed as a shard of its own, one after the other.
 */
export async function fillEverywhere(
  client: StoreClient,
  layout: Layout,
  { table, columns, rows }: StagedRows,
): Promise<void> {
  const insert = { columns, values: [...rows], format: 'JSONCompactEachRow' } as const;
  if (layout.kind === 'single') {
    await client.insert({ ...insert, table });
    return;
  }
  const all = `FUNCTION clusterAllReplicas(${quoteText(layout.cluster)}, ${quoteName(layout.database)}.${table})`;
  const nodes = await countNodes(client, layout);
  for (let node = 1; node <= nodes; node++) {
    const clickhouse_settings = { insert_shard_id: String(node), distributed_foreground_insert: 1 } as const;
    await client.insert({ ...insert, table: all, clickhouse_settings });
  }
}
