/** Which steps of the migrations a store has behind it. */
import { z } from 'zod';
import type { StoreClient } from './failover.ts';

export type StepsDone = {
  read: () => Promise<ReadonlySet<number>>;
  write: (steps: readonly number[]) => Promise<void>;
};

const Step = z.object({ step: z.number() });

/** In a table of the store itself: enough where there is one server. */
export function stepsInStore(client: StoreClient): StepsDone {
  return {
    async read() {
      await client.command({
        query: `CREATE TABLE IF NOT EXISTS migrations (step UInt32, applied_at DateTime DEFAULT now())
                ENGINE = MergeTree ORDER BY step`,
      });
      const result = await client.query({ query: 'SELECT step FROM migrations', format: 'JSONEachRow' });
      return new Set(
        z
          .array(Step)
          .parse(await result.json())
          .map(({ step }) => step),
      );
    },
    async write(steps) {
      const values = steps.map((step) => ({ step }));
      await client.insert({ table: 'migrations', columns: ['step'], values, format: 'JSONEachRow' });
    },
  };
}
