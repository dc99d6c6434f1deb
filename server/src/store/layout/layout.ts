/**
 * The layout of the tables in ClickHouse. It is detected at the start (`detect-layout.ts`) and decides which statements
 * create the tables (`statements.ts`), where they run (`nodes.ts`), and how queries are written (`sql-dialect.ts`).
 *
 * With shards, rows are in the `…_local` tables of every node, and the tables of the plain names are Distributed ones
 * over them. An interaction lies on the shard of its session, so that a session is never on two; the rejections of an
 * application are on one shard, and so are the outlines of a trace and all versions of a score.
 */
export type Layout = { kind: 'single' } | ShardedLayout;

export type ShardedLayout = {
  /** Without Keeper, with it, or in a database that replicates its tables itself. */
  kind: 'shards' | 'cluster' | 'replicated-database';
  cluster: string;
  database: string;
  /** The number of shards when the tables were created, and whether it still is; else a session may be on several. */
  shards: number;
  unchanged: boolean;
};

export const SINGLE: Layout = { kind: 'single' };

/** Sharding key of each table. */
export const SHARDING_KEYS = {
  interactions: 'cityHash64(app_id, if(empty(session), toString(id), session))',
  rejections: 'cityHash64(app_id)',
  outlines: 'cityHash64(app_id, trace_id)',
  scores: 'cityHash64(app_id, id)',
} as const;

export type ShardedTable = keyof typeof SHARDING_KEYS;

/** Comment of the Distributed tables that records the number of shards. */
export function madeFor(shards: number): string {
  return `made for ${shards} shards`;
}

export function shardsIn(comment: string): number | null {
  const count = /^made for (\d+) shards$/.exec(comment)?.[1];
  return count === undefined ? null : Number(count);
}

/** The table that holds the rows: itself, or the local one of every node. */
export function localTable(layout: Layout, table: ShardedTable): string {
  return layout.kind === 'single' ? table : `${table}_local`;
}

/** Whether shards have replicas that synchronise through Keeper. */
export function isReplicated(layout: Layout): boolean {
  return layout.kind === 'cluster' || layout.kind === 'replicated-database';
}

/** The layout as the system page shows it. */
export function describeLayout(layout: Layout) {
  return layout.kind === 'single'
    ? { kind: layout.kind, shards: 1, shardsChanged: false }
    : { kind: layout.kind, shards: layout.shards, shardsChanged: !layout.unchanged };
}

/** The layout as the log describes it at the start. */
export function explain(layout: Layout): string {
  if (layout.kind === 'single' || layout.unchanged) return explainKind(layout);
  return `${explainKind(layout)}; it had ${layout.shards} shards when the tables were made, and has another number now, so that questions about sessions are asked of all shards together, which takes longer`;
}

function explainKind(layout: Layout): string {
  switch (layout.kind) {
    case 'single':
      return 'ClickHouse is one server: plain tables';
    case 'shards':
      return `ClickHouse is the cluster ${layout.cluster} without Keeper: a table on each of the servers of PARLEY_CLICKHOUSE_URL, and Distributed tables over them`;
    case 'cluster':
      return `ClickHouse is the cluster ${layout.cluster} with Keeper: replicated tables made with ON CLUSTER, and Distributed tables over them`;
    case 'replicated-database':
      return `ClickHouse replicates the database ${layout.database} by itself: replicated tables in it, and Distributed tables over the cluster ${layout.cluster}`;
  }
}
