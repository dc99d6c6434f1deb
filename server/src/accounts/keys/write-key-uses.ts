import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

/**
 * Records when keys were last used, in one statement, and removes from `uses` what it has written. A later
 * time written by another node is kept.
 */
export async function writeKeyUses(db: Kysely<Tables>, uses: Map<string, number>): Promise<void> {
  const written = [...uses];
  if (written.length === 0) return;
  const cases = sql.join(
    written.map(([id, at]) => sql`WHEN ${id} THEN CAST(${at} AS bigint)`),
    sql` `,
  );
  const lastUse = (row: ExpressionBuilder<Tables, 'api_key'>) =>
    sql<number>`CASE ${row.ref('id')} ${cases} END`;
  await db
    .updateTable('api_key')
    .set((row) => ({ last_used_at: lastUse(row) }))
    .where('id', 'in', [...uses.keys()])
    .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<', lastUse(row))]))
    .execute();
  // A key that was used again meanwhile stays in the map and is written next time.
  for (const [id, at] of written) if (uses.get(id) === at) uses.delete(id);
}
