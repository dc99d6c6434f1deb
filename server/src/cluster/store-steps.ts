/** Schema steps that were applied to a ClickHouse cluster, shared by all servers that use it. */
import type { Kysely } from 'kysely';
import type { Tables } from '../metadata/tables.ts';

/** `store` identifies the cluster and database. */
export function storeSteps(db: Kysely<Tables>, store: string) {
  return {
    async read(): Promise<ReadonlySet<number>> {
      const rows = await db.selectFrom('store_step').select('step').where('store', '=', store).execute();
      return new Set(rows.map(({ step }) => step));
    },
    async write(steps: readonly number[]): Promise<void> {
      if (steps.length === 0) return;
      const applied_at = Date.now();
      await db
        .insertInto('store_step')
        .values(steps.map((step) => ({ store, step, applied_at })))
        .onConflict((conflict) => conflict.columns(['store', 'step']).doNothing())
        .execute();
    },
  };
}
