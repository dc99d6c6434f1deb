/**
 * How questions are written for a layout. On a single server as anybody would write them. With shards a
 * subquery must not look at the Distributed table that it is asked beside (the engine refuses that, and
 * `distributed_product_mode` stays so), and what is right on each shard is asked there, so that only
 * results travel.
 */
import type { ClickHouseSettings } from '@clickhouse/client';
import { quoteName, quoteText } from '../../engine/quote.ts';
import { isReplicated, type Layout, localTable, type ShardedTable } from './layout.ts';

/** A question, for the name of the table of interactions that it is about. */
export type OfTable = (interactions: string) => string;

export type Wording = {
  /** Whether there are shards that can be asked by themselves. */
  sharded: boolean;
  /** `IN` for a subquery that is asked once, and not on each shard. */
  in: 'IN' | 'GLOBAL IN';
  /**
   * What comes behind FROM for the rows that a question gives on each shard, one shard's below the other's.
   * Right for what never needs the rows of two shards: one interaction, the sessions of a name.
   */
  fromEach: (question: OfTable) => string;
  /** Where all nodes have a table of the engine: one replica of each shard, or all of them. */
  system: (table: string, replicas?: 'one' | 'all') => string;
  /** The table that has the rows of this one. */
  local: (table: ShardedTable) => string;
  /** A question that must not miss what a replica has not fetched yet: all are asked that can be reached. */
  everyCopy: (question: OfTable) => string;
  questionSettings: ClickHouseSettings;
  insertSettings: ClickHouseSettings;
};

/** A whole question that is right on each shard; `behind` puts the answers of several shards in order. */
export function perShard(wording: Wording, question: OfTable, behind = ''): string {
  if (!wording.sharded) return question('interactions');
  return `SELECT * FROM ${wording.fromEach(question)} ${behind}`;
}

export const PLAIN: Wording = {
  sharded: false,
  in: 'IN',
  fromEach: (question) => `(${question('interactions')})`,
  system: (table) => `system.${table}`,
  local: (table) => table,
  everyCopy: (question) => question('interactions'),
  questionSettings: {},
  insertSettings: {},
};

/** `quorum`: how many replicas must have a batch before it counts as stored; null leaves that to the server. */
export function wordingOf(layout: Layout, quorum: string | null = null): Wording {
  if (layout.kind === 'single') return PLAIN;
  const cluster = quoteText(layout.cluster);
  const interactions = `${quoteName(layout.database)}.${localTable(layout, 'interactions')}`;
  // Where a session may be on two shards, neither can be asked by itself: subqueries look at all of them.
  const asked = layout.unchanged
    ? {
        sharded: true,
        fromEach: (question: OfTable) => `cluster(${cluster}, view(${question(interactions)}))`,
        questionSettings: QUESTIONS,
      }
    : {
        sharded: false,
        fromEach: PLAIN.fromEach,
        questionSettings: { ...QUESTIONS, distributed_product_mode: 'global' as const },
      };
  return {
    ...asked,
    in: 'GLOBAL IN',
    system: (table, replicas = 'one') =>
      `${replicas === 'all' ? 'clusterAllReplicas' : 'cluster'}(${cluster}, system.${table})`,
    local: (table) => localTable(layout, table),
    everyCopy: (question) =>
      isReplicated(layout)
        ? `${question(`clusterAllReplicas(${cluster}, ${interactions})`)} SETTINGS skip_unavailable_shards = 1`
        : question('interactions'),
    insertSettings: { ...INSERTS, ...(quorum !== null && isReplicated(layout) ? quorumOf(quorum) : {}) },
  };
}

const QUESTIONS: ClickHouseSettings = {
  // Without one of them, the answer would be a wrong number.
  skip_unavailable_shards: 0,
  // In seconds. A replica that has not kept up is asked only when all are so.
  max_replica_delay_for_distributed_queries: '60',
};

const INSERTS: ClickHouseSettings = {
  // In the background, what is acknowledged would be on the one server that took it.
  distributed_foreground_insert: 1,
  // In seconds, and less than a request may take.
  insert_distributed_timeout: '100',
  // A batch is one block, however its rows arrive: its token then means the same rows on every shard.
  max_insert_block_size: '1000000',
  min_insert_block_size_rows: '1000000',
  min_insert_block_size_bytes: '0',
  input_format_parallel_parsing: 0,
};

function quorumOf(quorum: string): ClickHouseSettings {
  return { insert_quorum: quorum, insert_quorum_timeout: 100_000 };
}
