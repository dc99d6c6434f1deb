/**
 * Claims keep two nodes from storing the same interaction. Both may receive a payload while neither finds it
 * in the store. So a node that is about to store an interaction that can be repeated claims its id, looks for
 * it in the store while it holds the claim, and releases the claim together with counting its batch. One node
 * has the claim at a time; the next one finds the interaction.
 */
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../metadata/tables.ts';
import { databaseNow, NODE_GONE_MS } from './nodes.ts';

/** Limited by the number of parameters that a statement can have. */
const CLAIMS_PER_STATEMENT = 10_000;

/** Claims all ids or none: false if another live node has one of them. The node's own claims stay. */
export async function takeClaims(db: Kysely<Tables>, node: string, ids: readonly string[]): Promise<boolean> {
  // In order, so that two nodes cannot deadlock.
  const ordered = [...new Set(ids)].sort();
  return db
    .transaction()
    .execute(async (tx) => {
      const gone = sql<boolean>`NOT EXISTS (SELECT 1 FROM node WHERE node.name = claim.node
                                AND node.seen_at > ${databaseNow(db)} - ${sql.lit(NODE_GONE_MS)})`;
      for (let i = 0; i < ordered.length; i += CLAIMS_PER_STATEMENT) {
        const wanted = ordered.slice(i, i + CLAIMS_PER_STATEMENT).map((id) => ({ id, node }));
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

/** Rolls back the claims made so far. */
class Taken extends Error {}

/**
 * Releases all claims of the node: it stores one batch at a time. Call in the transaction that counts the
 * batch.
 */
export async function releaseClaims(tx: Kysely<Tables>, node: string): Promise<void> {
  await tx.deleteFrom('claim').where('node', '=', node).execute();
}
