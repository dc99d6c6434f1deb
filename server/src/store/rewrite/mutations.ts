/**
 * Mutations: the engine rewrites the affected parts of a table in the background, each atomically. A mutation may take
 * longer than a request, so it is started, then polled. It completes even when its caller is gone, and over a restart
 * of the engine.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { StoreClient } from '../failover.ts';
import { countNodes } from '../layout/count-nodes.ts';
import type { Layout, ShardedTable } from '../layout/layout.ts';
import type { Nodes } from '../layout/nodes.ts';
import type { SqlDialect } from '../layout/sql-dialect.ts';

export type Mutation = z.infer<typeof Mutation>;
const Mutation = z.object({ mutation_id: z.string(), is_done: z.number(), latest_fail_reason: z.string() });

/** Poll intervals, growing. */
const POLL_MS = { first: 200, most: 5000 };

/** The assignments of an update: columns and their expressions. */
export function assignments(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([column, value]) => `${column} = ${value}`)
    .join(', ');
}

export type MutationParts = {
  client: StoreClient;
  database: string;
  layout: Layout;
  dialect: SqlDialect;
  nodes: Nodes;
};

export class Mutations {
  readonly #parts: MutationParts;

  constructor(parts: MutationParts) {
    this.#parts = parts;
  }

  /** Mutations of a table whose command contains the mark, on every node with rows. */
  async of(table: ShardedTable, mark: string): Promise<Mutation[]> {
    const { client, database, dialect } = this.#parts;
    const result = await client.query({
      query: `SELECT mutation_id, is_done, latest_fail_reason FROM ${dialect.system('mutations', 'all')}
              WHERE database = {database:String} AND table = {table:String} AND position(command, {mark:String}) > 0`,
      query_params: { database, table: dialect.local(table), mark },
      format: 'JSONEachRow',
    });
    return z.array(Mutation).parse(await result.json());
  }

  /** Waits for the mutation with this mark. A failing one is killed. */
  async finished(table: ShardedTable, mark: string, signal?: AbortSignal): Promise<void> {
    // A node that has not received the mutation yet is not done.
    const nodes = await countNodes(this.#parts.client, this.#parts.layout);
    for (let wait = POLL_MS.first; ; wait = Math.min(wait * 2, POLL_MS.most)) {
      const mutations = await this.of(table, mark);
      const failed = mutations.find(
        ({ is_done, latest_fail_reason }) => is_done === 0 && latest_fail_reason !== '',
      );
      if (failed) {
        // The engine would retry it forever and block the mutations behind it.
        const { database, dialect } = this.#parts;
        await this.#parts.nodes.run(
          `KILL MUTATION WHERE database = {database:String} AND table = {table:String}
             AND position(command, {mark:String}) > 0`,
          { database, table: dialect.local(table), mark },
        );
        throw new Error(`The store did not take the new values: ${failed.latest_fail_reason}`);
      }
      if (mutations.length >= nodes && mutations.every(({ is_done }) => is_done === 1)) return;
      await sleep(wait, undefined, { signal });
    }
  }

  /** Waits until no mutation of a table is running. */
  async idle(table: ShardedTable, signal?: AbortSignal): Promise<void> {
    for (let wait = POLL_MS.first; ; wait = Math.min(wait * 2, POLL_MS.most)) {
      const running = (await this.of(table, '')).filter(({ is_done }) => is_done === 0);
      if (running.length === 0) return;
      const failed = running.find(({ latest_fail_reason }) => latest_fail_reason !== '');
      if (failed) throw new Error(`An earlier change of ${table} fails: ${failed.latest_fail_reason}`);
      await sleep(wait, undefined, { signal });
    }
  }
}
