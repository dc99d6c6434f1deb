/**
 * DDL of a layout. Tables and migrations are written once, for a single server; here they become statements that do the
 * same on shards: first for the local tables, then for the Distributed ones. Each may run twice.
 */
import { quoteName, quoteText } from '../../engine/quote.ts';
import {
  isReplicated,
  type Layout,
  localTable,
  madeFor,
  SHARDING_KEYS,
  type ShardedLayout,
  type ShardedTable,
} from './layout.ts';

const OF_A_TABLE =
  /^\s*(CREATE TABLE IF NOT EXISTS|ALTER TABLE)\s+(interactions|rejections|outlines|scores)\b/;
const ENGINE = /\bENGINE = (\w*MergeTree)(?:\(([^)]*)\))?/;
const CHANGES_COLUMNS = /\b(?:ADD|DROP|MODIFY) COLUMN\b/;
/** Settings of a statement for waiting, which works differently with shards. */
const WAITING = /\s+SETTINGS (?:mutations_sync|alter_sync) = \d\s*$/;

const DEDUPLICATION = /\bnon_replicated_deduplication_window = \d+/;
/** A server that was down for a week may repeat a batch. */
const REPLICATED_DEDUPLICATION =
  'replicated_deduplication_window = 100000, replicated_deduplication_window_seconds = 604800';

/** The statements that a statement about a table becomes, in order, each for every node. */
export function statementsFor(layout: Layout, statement: string): string[] {
  if (layout.kind === 'single') return [statement];
  const match = OF_A_TABLE.exec(statement);
  if (!match) throw new Error(`This statement cannot be put on shards: ${statement.slice(0, 100)}`);
  const [head, verb = ''] = match;
  const table = match[2] as ShardedTable;
  const rest = statement.slice(head.length).replace(WAITING, '');
  const local = `${verb} ${nameOf(layout, localTable(layout, table))}`;
  if (verb !== 'ALTER TABLE')
    return [`${local}${replicated(layout, table, rest)}`, distributed(layout, table)];
  const altered = `${local}${rest}`;
  return CHANGES_COLUMNS.test(rest) ? [altered, distributed(layout, table)] : [altered];
}

const NAMES_A_TABLE =
  /^\s*(?:CREATE (?:OR REPLACE )?TABLE(?: IF NOT EXISTS)?|CREATE DATABASE IF NOT EXISTS|ALTER TABLE|DROP TABLE(?: IF EXISTS)?|DELETE FROM)\s+\S+|^\s*KILL MUTATION/;

/**
 * A statement that every node has to run, in a form that one node distributes. A replicated database distributes DDL
 * itself and refuses ON CLUSTER, but it does not distribute KILL MUTATION.
 */
export function everywhere(layout: Layout, statement: string): string {
  if (layout.kind === 'single' || layout.kind === 'shards') return statement;
  const names = NAMES_A_TABLE.exec(statement)?.[0];
  if (names === undefined) throw new Error(`Not a statement for every node: ${statement.slice(0, 100)}`);
  const isKill = names.trimStart().startsWith('KILL');
  if (layout.kind === 'replicated-database' && !isKill) return statement;
  return `${names} ON CLUSTER ${quoteText(layout.cluster)}${statement.slice(names.length)}`;
}

/** Copies the columns of the local table, so it follows every change of them. */
function distributed(layout: ShardedLayout, table: ShardedTable): string {
  const local = localTable(layout, table);
  const over = [layout.cluster, layout.database, local].map(quoteText).join(', ');
  return `CREATE OR REPLACE TABLE ${nameOf(layout, table)} AS ${nameOf(layout, local)}
    ENGINE = Distributed(${over}, ${SHARDING_KEYS[table]})
    COMMENT ${quoteText(madeFor(layout.shards))}`;
}

function replicated(layout: ShardedLayout, table: ShardedTable, definition: string): string {
  if (!isReplicated(layout)) return definition;
  return definition
    .replace(ENGINE, (_, engine: string, args?: string) => {
      const all = [...(layout.kind === 'cluster' ? placeOf(layout, table) : []), ...(args ? [args] : [])];
      return `ENGINE = Replicated${engine}${all.length > 0 ? `(${all.join(', ')})` : ''}`;
    })
    .replace(DEDUPLICATION, REPLICATED_DEDUPLICATION);
}

/** The path of a table in Keeper; nodes fill in their own shard and replica. */
function placeOf(layout: ShardedLayout, table: ShardedTable): string[] {
  return [
    quoteText(`/clickhouse/tables/{shard}/${layout.database}/${localTable(layout, table)}`),
    quoteText('{replica}'),
  ];
}

function nameOf(layout: ShardedLayout, table: string): string {
  return `${quoteName(layout.database)}.${table}`;
}
