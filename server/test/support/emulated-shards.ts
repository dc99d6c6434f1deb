/**
 * Two shards emulated on the tests' single engine, which has no network: two databases with local tables, and
 * Merge tables over both in place of a cluster's Distributed tables. Queries are rendered as for a cluster;
 * those that a cluster would refuse or answer wrongly are refused here.
 */
import assert from 'node:assert/strict';
import type { z } from 'zod';
import { connect, databaseOf, type StoreAddress } from '../../src/store/client.ts';
import { SHARDING_KEYS, type ShardedTable, SINGLE } from '../../src/store/layout/layout.ts';
import { render, type Statement } from '../../src/store/layout/sql.ts';
import { dialectOf, type SqlDialect } from '../../src/store/layout/sql-dialect.ts';
import { statementsFor } from '../../src/store/layout/statements.ts';
import { SCHEMA } from '../../src/store/migrations/schema.ts';
import { ADD_PROJECTIONS } from '../../src/store/projections.ts';
import type { QueryParams } from '../../src/store/query-params.ts';
import { INTERACTION_COLUMNS } from '../../src/store/rows/interaction-row.ts';
import { OUTLINE_COLUMNS } from '../../src/store/rows/outline-row.ts';
import { SCORE_COLUMNS } from '../../src/store/rows/score-row.ts';
import { connection, type QueryOptions, Store } from '../../src/store/store.ts';
import type { Cleanup } from './store-proxy.ts';
import { PATIENT } from './test-store.ts';

const TABLES = Object.keys(SHARDING_KEYS) as ShardedTable[];
const COLUMNS: Record<ShardedTable, readonly string[]> = {
  interactions: INTERACTION_COLUMNS,
  rejections: ['id', 'app_id', 'received_at', 'issues', 'payload', 'payload_bytes', 'replayed_as', 'version'],
  outlines: OUTLINE_COLUMNS,
  scores: SCORE_COLUMNS,
};

const LAYOUT = { kind: 'shards', cluster: 'none', shards: 2, unchanged: true } as const;

/** Copies the rows of a single store to two emulated shards. */
export async function emulatedShards(test: Cleanup, single: StoreAddress): Promise<ShardedStore> {
  const database = `${databaseOf(single)}_sharded`;
  const shards = ['a', 'b'].map((name) => `${database}_${name}`);
  const client = connect(single);
  for (const name of [database, ...shards]) await client.command({ query: `CREATE DATABASE ${name}` });
  for (const [number, shard] of shards.entries()) {
    for (const statement of [...SCHEMA, ADD_PROJECTIONS]) {
      const [local = ''] = statementsFor({ ...LAYOUT, database: shard }, statement);
      await client.command({ query: local });
    }
    for (const table of TABLES) {
      const columns = COLUMNS[table].join(', ');
      await client.command({
        query: `INSERT INTO ${shard}.${table}_local (${columns})
                SELECT ${columns} FROM ${table} WHERE ${SHARDING_KEYS[table]} % ${shards.length} = ${number}`,
      });
    }
  }
  for (const table of TABLES) {
    await client.command({
      query: `CREATE TABLE ${database}.${table} AS ${shards[0]}.${table}_local
              ENGINE = Merge(REGEXP('^${database}_[ab]$'), '^${table}_local$')`,
    });
  }
  await client.close();
  const store = new ShardedStore(withDatabase(single, database), dialectOver(database, shards));
  test.after(() => store.close());
  return store;
}

/** A store that keeps every query it was asked. */
export class ShardedStore extends Store {
  readonly asked: [statement: Statement, params: QueryParams][] = [];
  readonly #dialect: SqlDialect;

  constructor(address: StoreAddress, dialect: SqlDialect) {
    super({ ...connection(address, 0), layout: async () => SINGLE, dialect: async () => dialect }, PATIENT);
    this.#dialect = dialect;
  }

  override query<T extends z.ZodType>(
    row: T,
    statement: Statement,
    params: QueryParams = {},
    options?: QueryOptions,
  ) {
    this.asked.push([statement, params]);
    refuseProducts(render(statement, this.#dialect));
    return super.query(row, statement, params, options);
  }
}

function withDatabase(address: StoreAddress, database: string): StoreAddress {
  assert.equal(address.kind, 'remote');
  if (address.kind !== 'remote') return address;
  const url = new URL(address.url);
  url.pathname = `/${database}`;
  return { ...address, url: url.href };
}

function dialectOver(database: string, shards: readonly string[]): SqlDialect {
  const { selectSettings } = dialectOf({ ...LAYOUT, database });
  return {
    sharded: true,
    in: 'GLOBAL IN',
    fromEach(query) {
      const each = shards.map((shard) => query(`${shard}.interactions_local`));
      for (const sql of each)
        assert.doesNotMatch(sql, OF_ALL_SHARDS, 'a query on one shard reads all shards');
      return `(${each.map((sql) => `SELECT * FROM (${sql})`).join(' UNION ALL ')})`;
    },
    system: (table) =>
      `(SELECT * REPLACE ('${database}' AS database) FROM system.${table} AS of_all
        WHERE of_all.database IN (${shards.map((shard) => `'${shard}'`).join(', ')}))`,
    local: (table) => `${table}_local`,
    everyCopy: (query) => query('interactions'),
    selectSettings,
    insertSettings: {},
  };
}

const DISTRIBUTED_TABLE = /\b(?:FROM|JOIN)\s+(?:interactions|rejections|outlines|scores)\b/;
/** Scores are read from all shards, on each of them. */
const OF_ALL_SHARDS = /\b(?:FROM|JOIN)\s+(?:interactions|rejections|outlines)\b/;
const SUBQUERY = /(\bGLOBAL\s+)?(?:\bNOT\s+)?\bIN\s*\(\s*SELECT\b/g;

/** Refuses what `distributed_product_mode = 'deny'` refuses with error 288. */
function refuseProducts(sql: string): void {
  for (const match of sql.matchAll(SUBQUERY)) {
    if (match[1]) continue;
    assert.doesNotMatch(
      inBrackets(sql, sql.indexOf('(', match.index)),
      DISTRIBUTED_TABLE,
      'a subquery of all shards',
    );
  }
}

function inBrackets(sql: string, start: number): string {
  let depth = 0;
  for (let at = start; at < sql.length; at++) {
    if (sql[at] === '(') depth++;
    if (sql[at] === ')' && --depth === 0) return sql.slice(start, at + 1);
  }
  return sql.slice(start);
}
