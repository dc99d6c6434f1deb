/**
 * The SQL of a layout. On a single server, statements are plain SQL. With shards, a subquery must not read the
 * Distributed table that its outer query reads (the engine refuses it, and `distributed_product_mode` stays that
 * way), and whatever is complete on each shard is computed there, so that only results travel.
 *
 * Statements are written once, with the fragments of `sql.ts`, and rendered for a dialect.
 */
import type { ClickHouseSettings } from '@clickhouse/client';
import { quoteName, quoteText } from '../../engine/quote.ts';
import { isReplicated, type Layout, localTable, type ShardedTable } from './layout.ts';

/** A query over the table of interactions that has this name. */
export type OfTable = (interactions: string) => string;

export type SqlDialect = {
  /** Whether each shard can be queried by itself. */
  sharded: boolean;
  /** `IN` for a subquery that runs once, and not on each shard. */
  in: 'IN' | 'GLOBAL IN';
  /**
   * A table expression (behind FROM) with the rows of a query that runs on each shard. Only for queries that never
   * need rows of two shards: one interaction, the sessions of a name.
   */
  fromEach: (query: OfTable) => string;
  /** A system table of all nodes: of one replica per shard, or of all replicas. */
  system: (table: string, replicas?: 'one' | 'all') => string;
  /** The table that holds the rows: the `…_local` one where there are shards. */
  local: (table: ShardedTable) => string;
  /** A query over every reachable replica, so that rows a replica has not fetched yet are not missed. */
  everyCopy: (query: OfTable) => string;
  selectSettings: ClickHouseSettings;
  insertSettings: ClickHouseSettings;
};

export const SINGLE_SERVER: SqlDialect = {
  sharded: false,
  in: 'IN',
  fromEach: (query) => `(${query('interactions')})`,
  system: (table) => `system.${table}`,
  local: (table) => table,
  everyCopy: (query) => query('interactions'),
  selectSettings: {},
  insertSettings: {},
};

/** `quorum`: how many replicas must have a batch before it counts as stored; null leaves that to the server. */
export function dialectOf(layout: Layout, quorum: string | null = null): SqlDialect {
  if (layout.kind === 'single') return SINGLE_SERVER;
  const cluster = quoteText(layout.cluster);
  const interactions = `${quoteName(layout.database)}.${localTable(layout, 'interactions')}`;
  // After the number of shards has changed, a session may lie on two of them: no shard can be queried by
  // itself, and subqueries read all shards.
  const reading = layout.unchanged
    ? {
        sharded: true,
        // Scores are read from all shards on each of them, by a name that does not depend on the session's database.
        fromEach: (query: OfTable) =>
          `cluster(${cluster}, view(${query(interactions).replaceAll(
            /\bFROM scores\b/g,
            `FROM ${quoteName(layout.database)}.scores`,
          )}))`,
        selectSettings: SELECT_SETTINGS,
      }
    : {
        sharded: false,
        fromEach: SINGLE_SERVER.fromEach,
        selectSettings: { ...SELECT_SETTINGS, distributed_product_mode: 'global' as const },
      };
  return {
    ...reading,
    in: 'GLOBAL IN',
    system: (table, replicas = 'one') =>
      `${replicas === 'all' ? 'clusterAllReplicas' : 'cluster'}(${cluster}, system.${table})`,
    local: (table) => localTable(layout, table),
    everyCopy: (query) =>
      isReplicated(layout)
        ? `${query(`clusterAllReplicas(${cluster}, ${interactions})`)} SETTINGS skip_unavailable_shards = 1`
        : query('interactions'),
    insertSettings: {
      ...INSERT_SETTINGS,
      ...(quorum !== null && isReplicated(layout) ? quorumSettings(quorum) : {}),
    },
  };
}

const SELECT_SETTINGS: ClickHouseSettings = {
  // A missing shard would make the result a wrong number.
  skip_unavailable_shards: 0,
  // In seconds. A replica that lags further behind is read only when all of them do.
  max_replica_delay_for_distributed_queries: '60',
};

const INSERT_SETTINGS: ClickHouseSettings = {
  // In the background, an acknowledged batch would exist only on the server that took it.
  distributed_foreground_insert: 1,
  // In seconds; below the timeout of a request.
  insert_distributed_timeout: '100',
  // A batch is one block, however its rows arrive: its token then stands for the same rows on every shard.
  max_insert_block_size: '1000000',
  min_insert_block_size_rows: '1000000',
  min_insert_block_size_bytes: '0',
  input_format_parallel_parsing: 0,
};

function quorumSettings(quorum: string): ClickHouseSettings {
  return { insert_quorum: quorum, insert_quorum_timeout: 100_000 };
}
