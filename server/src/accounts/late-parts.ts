/** Parts of model calls that came apart from them: kept here until they are joined. */
import { hash } from 'node:crypto';
import type { ExpressionBuilder, Kysely, Transaction } from 'kysely';
import type { InteractionHead } from '../entry.ts';
import type { LatePartTable, Tables } from './tables.ts';

/** Of a call, by the interaction's id. */
export type LatePart = {
  id: string;
  appId: string;
  receivedAt: number;
  request: Buffer;
  response: Buffer;
  /** Of the span, or of a log record that is a call by itself. */
  head?: InteractionHead;
};

/** One that is kept here; the digest tells it from other parts of the same call. */
export type KeptPart = LatePart & { digest: string };

/** Which part it is, and what became of it so far. */
export type PartKey = { id: string; digest: string; looks: number; failures: number };

/** What an application may have waiting; those that have waited longest go first. */
export type LatePartLimits = {
  /** Received before then, in milliseconds. */
  before: number;
  parts: number;
  bytes: number;
};

/** They are looked at for the first time at once. */
export async function keepLateParts(tx: Transaction<Tables>, parts: readonly LatePart[]): Promise<void> {
  for (const { id, appId, receivedAt, request, response, head } of parts) {
    await tx
      .insertInto('late_part')
      .values({
        id,
        digest: hash('sha256', Buffer.concat([request, response]), 'hex'),
        app_id: appId,
        received_at: receivedAt,
        request: request.toString('utf8'),
        response: response.toString('utf8'),
        head: head ? JSON.stringify(head) : null,
        looks: 0,
        failures: 0,
        look_at: 0,
        bytes: request.length + response.length,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export async function forgetLateParts(
  db: Kysely<Tables>,
  parts: readonly Pick<PartKey, 'id' | 'digest'>[],
): Promise<void> {
  for (const some of chunks(parts)) await db.deleteFrom('late_part').where(areThese(some)).execute();
}

/** In the order in which they came. */
export async function readLateParts(db: Kysely<Tables>, ids: readonly string[]): Promise<KeptPart[]> {
  const found: KeptPart[] = [];
  for (const some of chunks(ids)) {
    const asked = db.selectFrom('late_part').selectAll().where('id', 'in', some);
    const rows = await asked.orderBy('received_at').orderBy('digest').execute();
    found.push(...rows.map(partOf));
  }
  return found;
}

/**
 * Those whose time has come, the ones that were looked at least often first: what has waited in vain for long does not
 * hold up what has just come. Of each application its newest first, so that one with many does not hold up the others.
 */
export async function dueLateParts(db: Kysely<Tables>, now: number, limit: number): Promise<PartKey[]> {
  const due = db
    .selectFrom('late_part')
    .where('look_at', '<=', now)
    .select(({ fn }) => [
      'id',
      'digest',
      'looks',
      'failures',
      fn
        .agg<number>('row_number')
        .over((over) =>
          over
            .partitionBy(['app_id', 'looks'])
            .orderBy('received_at', 'desc')
            .orderBy('id')
            .orderBy('digest'),
        )
        .as('place'),
    ]);
  const rows = await db
    .selectFrom(due.as('due'))
    .select(['id', 'digest', 'looks', 'failures'])
    .orderBy('looks')
    .orderBy('place')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, looks: Number(row.looks), failures: Number(row.failures) }));
}

/** Looked at once more, in vain; `until` says when to look again after so many looks. */
export async function postponeLateParts(
  db: Kysely<Tables>,
  parts: readonly PartKey[],
  until: (looks: number) => number,
  { failed }: { failed: boolean },
): Promise<void> {
  for (const [looks, alike] of Map.groupBy(parts, (part) => part.looks)) {
    for (const some of chunks(alike))
      await db
        .updateTable('late_part')
        .set((row) => ({
          looks: looks + 1,
          look_at: until(looks + 1),
          failures: row('failures', '+', failed ? 1 : 0),
        }))
        .where(areThese(some))
        .execute();
  }
}

export async function hasDueParts(db: Kysely<Tables>, now: number): Promise<boolean> {
  const found = await db.selectFrom('late_part').select('id').where('look_at', '<=', now).limit(1).execute();
  return found.length > 0;
}

/** Whether some wait that could not be joined. */
export async function hasFailedParts(db: Kysely<Tables>): Promise<boolean> {
  const found = await db.selectFrom('late_part').select('id').where('failures', '>', 0).limit(1).execute();
  return found.length > 0;
}

/** Forgets what has waited for too long, and what an application has too much of; says how many those were. */
export async function giveUpLateParts(
  db: Kysely<Tables>,
  { before, parts, bytes }: LatePartLimits,
): Promise<number> {
  // One that comes out of a journal that has waited for long is looked at first.
  const old = await db
    .deleteFrom('late_part')
    .where('received_at', '<', before)
    .where('looks', '>', 0)
    .executeTakeFirst();
  let count = Number(old.numDeletedRows);
  const ranked = db.selectFrom('late_part').select(({ fn }) => [
    'id',
    'digest',
    fn
      .agg<number>('row_number')
      .over((over) =>
        over.partitionBy('app_id').orderBy('received_at', 'desc').orderBy('id').orderBy('digest'),
      )
      .as('place'),
    fn
      .sum<number>('bytes')
      .over((over) =>
        over.partitionBy('app_id').orderBy('received_at', 'desc').orderBy('id').orderBy('digest'),
      )
      .as('total'),
  ]);
  const tooMany = await db
    .selectFrom('late_part')
    .select('app_id')
    .groupBy('app_id')
    .having(({ eb, fn, or }) =>
      or([eb(fn.countAll<number>(), '>', parts), eb(fn.sum<number>('bytes'), '>', bytes)]),
    )
    .execute();
  for (const { app_id } of tooMany) {
    const beyond = await db
      .selectFrom(ranked.where('app_id', '=', app_id).as('ranked'))
      .select(['id', 'digest'])
      .where(({ eb, or }) => or([eb('place', '>', parts), eb('total', '>', bytes)]))
      .execute();
    await forgetLateParts(db, beyond);
    count += beyond.length;
  }
  return count;
}

export async function countLateParts(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('late_part')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** One by one: SQLite takes no lists of pairs. */
function areThese(parts: readonly Pick<PartKey, 'id' | 'digest'>[]) {
  return ({ or, and }: ExpressionBuilder<Tables, 'late_part'>) =>
    or(parts.map(({ id, digest }) => and({ id, digest })));
}

function partOf({ id, digest, app_id, received_at, request, response, head }: LatePartTable): KeptPart {
  return {
    id,
    digest,
    appId: app_id,
    receivedAt: Number(received_at),
    request: Buffer.from(request),
    response: Buffer.from(response),
    ...(head === null ? {} : { head: JSON.parse(head) }),
  };
}

/** A statement takes only so many parameters, and conditions. */
const MOST_AT_ONCE = 250;

function* chunks<T>(items: readonly T[]): Generator<T[]> {
  for (let i = 0; i < items.length; i += MOST_AT_ONCE) yield items.slice(i, i + MOST_AT_ONCE);
}
