/** Connections and layout for rewriting stored rows. The layout is detected on first use. */
import { randomUUID } from 'node:crypto';
import { connect, databaseOf, type StoreAddress } from '../client.ts';
import type { StoreClient } from '../failover.ts';
import type { Layout, ShardedTable } from '../layout/layout.ts';
import { layoutOf } from '../layout/layout-of.ts';
import { Nodes } from '../layout/nodes.ts';
import { dialectOf, type SqlDialect } from '../layout/sql-dialect.ts';
import type { QueryParams } from '../query-params.ts';
import { Mutations } from './mutations.ts';

export type Changing = { layout: Layout; dialect: SqlDialect; nodes: Nodes; mutations: Mutations };

export class RewriteContext {
  readonly client: StoreClient;
  readonly database: string;
  readonly #address: StoreAddress;
  readonly #layout: () => Promise<Layout>;
  #changing: Changing | undefined;

  constructor(address: StoreAddress) {
    this.client = connect(address);
    this.database = databaseOf(address);
    this.#address = address;
    this.#layout = layoutOf(address, this.client);
  }

  async changing(): Promise<Changing> {
    const layout = await this.#layout();
    if (!this.#changing) {
      const { client, database } = this;
      const dialect = dialectOf(layout);
      const nodes = new Nodes(this.#address, layout);
      const mutations = new Mutations({ client, database, layout, dialect, nodes });
      this.#changing = { layout, dialect, nodes, mutations };
    }
    return this.#changing;
  }

  /** Runs a mutation (`ALTER TABLE … command WHERE …`) to its end, with no other one beside it. */
  async mutate(
    table: ShardedTable,
    command: string,
    where: string,
    params: QueryParams,
    signal?: AbortSignal,
  ): Promise<void> {
    const { dialect, nodes, mutations } = await this.changing();
    await mutations.idle(table, signal);
    // Identifies the mutation; the condition on it is always true.
    const mark = randomUUID();
    await nodes.run(
      `ALTER TABLE ${dialect.local(table)} ${command} WHERE ${where} AND {mark:String} != ''`,
      { ...params, mark },
      { mutations_sync: '0' },
    );
    await mutations.finished(table, mark, signal);
  }

  async close(): Promise<void> {
    await this.client.close();
    await this.#changing?.nodes.close();
  }
}
