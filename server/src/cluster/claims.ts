/**
 * Two nodes may receive the same payload at the same moment, when neither can see it in the store. So whoever
 * is about to store an interaction that can come again claims its id first, asks the store while it has the
 * claim, and gives it back together with the counts of its batch. Of several nodes one has the claim; when the
 * others get it, they find the interaction.
 */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../metadata/tables.ts';
import { databaseNow, GONE_MS } from './nodes.ts';

/** A statement may have so many parameters. */
const AT_ONCE = 10_000;

/** All of them or none: false when another node that is not gone has one. Those that are the node's own stay so. */
export async function takeClaims(db: Kysely<Tables>, node: string, ids: readonly string[]): Promise<boolean> {
  // In order, so that nobody waits for somebody who waits for them.
  const ordered = [...new Set(ids)].sort();
  return db
    .transaction()
    .execute(async (tx) => {
      const gone = sql<boolean>`NOT EXISTS (SELECT 1 FROM node WHERE node.name = claim.node
                                AND node.seen_at > ${databaseNow(db)} - ${sql.lit(GONE_MS)})`;
      for (let i = 0; i < ordered.length; i += AT_ONCE) {
        const wanted = ordered.slice(i, i + AT_ONCE).map((id) => ({ id, node }));
        const taken = await tx
          .insertInto('claim')
          .values(wanted)
          .onConflict((conflict) =>
            conflict
              .column('id')
              .doUpdateSet({ node })
              .where((row) => row.or([row('claim.node', '=', node), gone])),
          )
          .returning('id')
          .execute();
        if (taken.length < wanted.length) throw new Taken();
      }
      return true;
    })
    .catch((error: unknown) => {
      if (error instanceof Taken) return false;
      throw error;
    });
}

/** Rolls back what was claimed already. */
class Taken extends Error {}

/** In the transaction that counts what was claimed. A node stores one batch at a time: they are all of it. */
export async function releaseClaims(tx: Kysely<Tables>, node: string): Promise<void> {
  await tx.deleteFrom('claim').where('node', '=', node).execute();
}
