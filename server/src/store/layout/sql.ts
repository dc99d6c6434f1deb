/**
 * Statements as SQL. A statement is a template whose placeholders are SQL text or fragments, and a fragment is
 * written for the layout of the store when the statement is rendered:
 *
 *   sql`SELECT id FROM ${INTERACTIONS} WHERE app_id = {appId:String} AND id ${IN} (${perShard(ids)})`
 *
 * Values never enter the text: they are server-side parameters (`{name:Type}`).
 */
import type { ShardedTable } from './layout.ts';
import type { SqlDialect } from './sql-dialect.ts';

/** Text that is the same in every layout, or a fragment. */
export type Statement = string | Fragment;

export type Fragment = { readonly write: (context: Context) => string };

/** `interactions` names the table: inside of `each`, it is the one of a shard. */
type Context = { dialect: SqlDialect; interactions: string };

export function render(statement: Statement, dialect: SqlDialect): string {
  return write(statement, { dialect, interactions: 'interactions' });
}

function write(statement: Statement, context: Context): string {
  return typeof statement === 'string' ? statement : statement.write(context);
}

export function sql(texts: TemplateStringsArray, ...fragments: readonly Statement[]): Fragment {
  return {
    write: (context) =>
      texts.reduce((before, text, i) => `${before}${write(fragments[i - 1] ?? '', context)}${text}`),
  };
}

export function join(statements: readonly Statement[], separator: string): Fragment {
  return { write: (context) => statements.map((each) => write(each, context)).join(separator) };
}

/** The table of interactions; inside of `each`, `perShard` and `everyCopy`, the part of it that these read. */
export const INTERACTIONS: Fragment = { write: ({ interactions }) => interactions };

/** `IN`, for a subquery that reads all shards; `GLOBAL IN` where there are any. */
export const IN: Fragment = { write: ({ dialect }) => dialect.in };

/**
 * A table expression (behind FROM) with the rows of a query that runs on each shard. Only for queries that never
 * need rows of two shards: one interaction, the sessions of a name.
 */
export function each(query: Statement): Fragment {
  return {
    write: ({ dialect }) => dialect.fromEach((interactions) => write(query, { dialect, interactions })),
  };
}

/** A whole query that runs on each shard; `sorting` puts the rows of several shards in order. */
export function perShard(query: Statement, sorting = ''): Fragment {
  return bySharding(sql`SELECT * FROM ${each(query)} ${sorting}`, query);
}

/** Over every reachable replica, so that rows a replica has not fetched yet are not missed. */
export function everyCopy(query: Statement): Fragment {
  return {
    write: ({ dialect }) => dialect.everyCopy((interactions) => write(query, { dialect, interactions })),
  };
}

/** The first one where shards can be queried by themselves, else the second one. */
export function bySharding(sharded: Statement, single: Statement): Fragment {
  return { write: (context) => write(context.dialect.sharded ? sharded : single, context) };
}

/** A system table of all nodes: of one replica per shard, or of all replicas. */
export function system(table: string, replicas?: 'one' | 'all'): Fragment {
  return { write: ({ dialect }) => dialect.system(table, replicas) };
}

/** The table that holds the rows: the `…_local` one where there are shards. */
export function local(table: ShardedTable): Fragment {
  return { write: ({ dialect }) => dialect.local(table) };
}
