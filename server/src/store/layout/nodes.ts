/** Where statements that change tables run: once where ClickHouse passes them on, or on each of the servers. */
import { ClickHouseError, type ClickHouseSettings } from '@clickhouse/client';
import { BackOff } from '../../base/back-off.ts';
import { connect, eachServer, type StoreAddress } from '../client.ts';
import type { StoreClient } from '../failover.ts';
import type { QueryParams } from '../query-params.ts';
import type { Layout } from './layout.ts';
import { everywhere } from './statements.ts';

export const SHARDED_SETTINGS: ClickHouseSettings = {
  // What takes long is asked for, then waited for: a request may take two minutes.
  alter_sync: '1',
  mutations_sync: '0',
  // A replica that is away must not hold up the others.
  lightweight_deletes_sync: '1',
  distributed_ddl_task_timeout: '100',
  distributed_ddl_output_mode: 'null_status_on_timeout',
  // New values come from a table that is the same on every node.
  allow_nondeterministic_mutations: 1,
};

/**
 * What passes by itself: metadata of another node is older or newer (517), a node is slow (159) or away (341),
 * Keeper is away for a moment (999), a table cannot be written while it looks for Keeper (242).
 */
const PASSING = new Set(['517', '159', '341', '999', '242']);
const TRIES = 10;
const AGAIN = { firstMs: 400, mostMs: 5000 };

export class Nodes {
  readonly #layout: Layout;
  readonly #clients: readonly StoreClient[];

  constructor(address: StoreAddress, layout: Layout, database?: string) {
    this.#layout = layout;
    const addresses = layout.kind === 'shards' ? eachServer(address) : [address];
    this.#clients = addresses.map((each) => connect(each, database));
  }

  /** `statement` names the tables that have the rows, and no nodes. */
  async run(statement: string, params: QueryParams = {}, settings: ClickHouseSettings = {}): Promise<void> {
    const query = everywhere(this.#layout, statement);
    const clickhouse_settings =
      this.#layout.kind === 'single' ? settings : { ...SHARDED_SETTINGS, ...settings };
    for (const client of this.#clients) {
      await untilPassed(() => client.command({ query, query_params: params, clickhouse_settings }));
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }
}

async function untilPassed(work: () => Promise<unknown>): Promise<void> {
  const backOff = new BackOff(AGAIN);
  for (let tries = 1; ; tries++) {
    try {
      await work();
      return;
    } catch (error) {
      const passes = error instanceof ClickHouseError && PASSING.has(error.code);
      if (!passes || tries === TRIES) throw error;
    }
    await backOff.wait();
  }
}
