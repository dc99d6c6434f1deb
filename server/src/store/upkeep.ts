/** What changes rows that are stored works with. The layout is asked for when it is needed first. */
import { connect, databaseOf, type StoreAddress } from './client.ts';
import type { StoreClient } from './failover.ts';
import type { Layout } from './layout/layout.ts';
import { layoutOf } from './layout/layout-of.ts';
import { type Wording, wordingOf } from './layout/wording.ts';
import { Mutations } from './mutations.ts';
import { Nodes } from './nodes.ts';

export type Changing = { layout: Layout; wording: Wording; nodes: Nodes; mutations: Mutations };

export class Upkeep {
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
      const wording = wordingOf(layout);
      const nodes = new Nodes(this.#address, layout);
      const mutations = new Mutations({ client, database, layout, wording, nodes });
      this.#changing = { layout, wording, nodes, mutations };
    }
    return this.#changing;
  }

  async close(): Promise<void> {
    await this.client.close();
    await this.#changing?.nodes.close();
  }
}
