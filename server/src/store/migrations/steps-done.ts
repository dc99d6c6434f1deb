/** Record of the migration steps that a store has done. */
import { ClickHouseError } from '@clickhouse/client';
import { z } from 'zod';
import type { StoreClient } from '../failover.ts';

export type StepsDone = {
  read: () => Promise<ReadonlySet<number>>;
  write: (steps: readonly number[]) => Promise<void>;
};

/** Runs before the first step. */
const NOT_YET = new Set(['UNKNOWN_TABLE', 'UNKNOWN_DATABASE']);

const Step = z.object({ step: z.number() });

/** Kept in a table of the store itself, which is enough for a single server. */
export function stepsInStore(client: StoreClient): StepsDone {
  return {
    async read() {
      try {
        const result = await client.query({ query: 'SELECT step FROM migrations', format: 'JSONEachRow' });
        const rows = z.array(Step).parse(await result.json());
        return new Set(rows.map(({ step }) => step));
      } catch (error) {
        if (error instanceof ClickHouseError && NOT_YET.has(error.type ?? '')) return new Set();
        throw error;
      }
    },
    async write(steps) {
      await client.command({
        query: `CREATE TABLE IF NOT EXISTS migrations (step UInt32, applied_at DateTime DEFAULT now())
                ENGINE = MergeTree ORDER BY step`,
      });
      const values = steps.map((step) => ({ step }));
      await client.insert({ table: 'migrations', columns: ['step'], values, format: 'JSONEachRow' });
    },
  };
}
