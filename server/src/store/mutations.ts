/**
 * A mutation rewrites the parts of a table that it concerns, one by one and atomically, in the background.
 * It may take longer than a request may, so it is asked for, then waited for. One that was begun ends even
 * when whoever asked for it is gone, also over a restart of the engine.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { z } from 'zod';

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

export class Mutations {
  readonly #client: ClickHouseClient;
  readonly #database: string;

  constructor(client: ClickHouseClient, database: string) {
    this.#client = client;
    this.#database = database;
  }

  /** Those of a table whose command has the mark in it. */
  async of(table: string, mark: string): Promise<Mutation[]> {
    const result = await this.#client.query({
      query: `SELECT mutation_id, is_done, latest_fail_reason FROM system.mutations
              WHERE database = {database:String} AND table = {table:String} AND position(command, {mark:String}) > 0`,
      query_params: { database: this.#database, table, mark },
      format: 'JSONEachRow',
    });
    return z.array(Mutation).parse(await result.json());
  }

  /** Returns when the mutation with this mark is through. One that fails is taken back. */
  async finished(table: string, mark: string, signal?: AbortSignal): Promise<void> {
    for (let wait = POLL_MS.first; ; wait = Math.min(wait * 2, POLL_MS.most)) {
      const mutations = await this.of(table, mark);
      const failed = mutations.find(
        ({ is_done, latest_fail_reason }) => is_done === 0 && latest_fail_reason !== '',
      );
      if (failed) {
        // It would be tried for ever, and hold up every mutation behind it.
        await this.#client.command({
          query: `KILL MUTATION WHERE database = {database:String} AND table = {table:String}
                    AND mutation_id = {id:String}`,
          query_params: { database: this.#database, table, id: failed.mutation_id },
        });
        throw new Error(`The store did not take the new values: ${failed.latest_fail_reason}`);
      }
      if (mutations.length > 0 && mutations.every(({ is_done }) => is_done === 1)) return;
      await sleep(wait, undefined, { signal });
    }
  }

  /** Returns when no mutation of a table is under way, whoever asked for it. */
  async idle(table: string, signal: AbortSignal): Promise<void> {
    for (let wait = POLL_MS.first; ; wait = Math.min(wait * 2, POLL_MS.most)) {
      const running = (await this.of(table, '')).filter(({ is_done }) => is_done === 0);
      if (running.length === 0) return;
      const failed = running.find(({ latest_fail_reason }) => latest_fail_reason !== '');
      if (failed) throw new Error(`An earlier change of ${table} fails: ${failed.latest_fail_reason}`);
      await sleep(wait, undefined, { signal });
    }
  }
}
