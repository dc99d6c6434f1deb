/**
 * A mutation rewrites the parts of a table that it concerns, one by one and atomically, in the background.
 * It may take longer than a request may, so it is asked for, then waited for. One that was begun ends even
 * when whoever asked for it is gone, also over a restart of the engine.
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

/** How often to look whether a mutation is through: soon at first, then in no hurry. */
const POLL_MS = { first: 200, most: 5000 };

/** What an update sets: columns, and an expression for each. */
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

  /** Those of a table whose command has the mark in it; on every node that has rows of it. */
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

  /** Returns when the mutation with this mark is through. One that fails is taken back. */
  async finished(table: ShardedTable, mark: string, signal?: AbortSignal): Promise<void> {
    // A node that has not heard of it is not through with it.
    const nodes = await countNodes(this.#parts.client, this.#parts.layout);
    for (let wait = POLL_MS.first; ; wait = Math.min(wait * 2, POLL_MS.most)) {
      const mutations = await this.of(table, mark);
      const failed = mutations.find(
        ({ is_done, latest_fail_reason }) => is_done === 0 && latest_fail_reason !== '',
      );
      if (failed) {
        // It would be tried for ever, and hold up every mutation behind it.
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

  /** Returns when no mutation of a table is under way, whoever asked for it. */
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
