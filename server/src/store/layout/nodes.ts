/** Runs statements that change tables: once where ClickHouse distributes them, else on each server. */
import { ClickHouseError, type ClickHouseSettings } from '@clickhouse/client';
import { BackOff } from '../../base/back-off.ts';
import { connect, eachServer, type StoreAddress } from '../client.ts';
import type { StoreClient } from '../failover.ts';
import type { QueryParams } from '../query-params.ts';
import type { Layout } from './layout.ts';
import { everywhere } from './statements.ts';

export const SHARDED_SETTINGS: ClickHouseSettings = {
  // Long work is started, then polled: a request may take two minutes.
  alter_sync: '1',
  mutations_sync: '0',
  // A replica that is down must not block the others.
  lightweight_deletes_sync: '1',
  distributed_ddl_task_timeout: '100',
  distributed_ddl_output_mode: 'null_status_on_timeout',
  // Safe: new values come from a staging table that is the same on every node.
  allow_nondeterministic_mutations: 1,
};

/**
 * Transient errors: metadata of another node is older or newer (517), a node is slow (159) or down (341), Keeper is
 * briefly unreachable (999), a table is read-only while it reconnects to Keeper (242).
 */
const TRANSIENT_ERRORS = new Set(['517', '159', '341', '999', '242']);
const MAX_ATTEMPTS = 10;
const BACK_OFF = { firstMs: 400, mostMs: 5000 };

export class Nodes {
  readonly #layout: Layout;
  readonly #clients: readonly StoreClient[];

  constructor(address: StoreAddress, layout: Layout, database?: string) {
    this.#layout = layout;
    const addresses = layout.kind === 'shards' ? eachServer(address) : [address];
    this.#clients = addresses.map((each) => connect(each, database));
  }

  /** `statement` names local tables, and no cluster. */
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
  const backOff = new BackOff(BACK_OFF);
  for (let tries = 1; ; tries++) {
    try {
      await work();
      return;
    } catch (error) {
      const passes = error instanceof ClickHouseError && TRANSIENT_ERRORS.has(error.code);
      if (!passes || tries === MAX_ATTEMPTS) throw error;
    }
    await backOff.wait();
  }
}
