/** Parts of model calls that came apart from them: kept here until they are joined. */
import type { ExpressionBuilder, Kysely, Transaction } from 'kysely';
import {
  bundlesOf,
  type LatePart,
  nextNumber,
  packBundle,
  unpackCalls,
  unpackParts,
} from '../envelope/part-bundle.ts';
import type { Tables } from '../metadata/tables.ts';

export type { LatePart } from '../envelope/part-bundle.ts';

/** What is forgotten when it is joined: all parts of a call that are in one bundle. */
export type PartKey = { id: string; bundle: number };

/** One that is kept here. */
export type KeptPart = LatePart & PartKey;

/** Parts that came together and are looked at together, and what became of them so far. */
export type DueParts = Tries & { bundle: number; bytes: number; calls: string[] };

type Tries = { looks: number; failures: number };

/** What an application may have waiting; those that have waited longest go first. */
export type LatePartLimits = {
  /** Received before then, in milliseconds. */
  before: number;
  /** Counted by calls. */
  parts: number;
  bytes: number;
};

/** They are looked at for the first time at once. */
export async function keepLateParts(tx: Transaction<Tables>, parts: readonly LatePart[]): Promise<void> {
  await writeBundles(tx, parts, { looks: 0, failures: 0, look_at: 0 });
}

async function writeBundles(
  tx: Transaction<Tables>,
  parts: readonly LatePart[],
  tries: Tries & { look_at: number },
  mostCalls?: number,
): Promise<void> {
  for (const bundle of bundlesOf(parts, mostCalls)) {
    const id = nextNumber();
    const packed = packBundle(bundle);
    const { appId, receivedAt, calls } = bundle;
    await tx
      .insertInto('late_part')
      .values({
        id,
        app_id: appId,
        received_at: receivedAt,
        waiting: calls.size,
        bytes: packed.calls.length + packed.body.length,
        ...tries,
        ...packed,
      })
      .execute();
    for (const some of chunks([...calls]))
      await tx
        .insertInto('late_call')
        .values(some.map((call) => ({ id: call, bundle: id })))
        .execute();
  }
}

export async function forgetLateParts(db: Kysely<Tables>, parts: readonly PartKey[]): Promise<void> {
  if (parts.length === 0) return;
  await inTransaction(db, async (tx) => {
    const gone: number[] = [];
    for (const some of chunks(parts)) {
      const rows = await tx.deleteFrom('late_call').where(areThese(some)).returning('bundle').execute();
      gone.push(...rows.map(({ bundle }) => Number(bundle)));
    }
    const ofBundles = Map.groupBy(gone, (bundle) => bundle);
    const counts = Map.groupBy(ofBundles, ([, rows]) => rows.length);
    for (const [count, alike] of counts)
      for (const bundles of chunks(alike.map(([bundle]) => bundle))) {
        await tx
          .updateTable('late_part')
          .set((row) => ({ waiting: row('waiting', '-', count) }))
          .where('id', 'in', bundles)
          .execute();
        await tx.deleteFrom('late_part').where('id', 'in', bundles).where('waiting', '<=', 0).execute();
      }
  });
}

/** In the order in which they came. */
export async function readLateParts(db: Kysely<Tables>, ids: readonly string[]): Promise<KeptPart[]> {
  const found: KeptPart[] = [];
  // One at a time: of what is in them, little may be asked for.
  for (const [bundle, calls] of [...(await bundlesWith(db, ids))].toSorted(([a], [b]) => a - b)) {
    const asked = new Set(calls);
    found.push(...(await partsIn(db, bundle)).filter(({ id }) => asked.has(id)));
  }
  return found.toSorted((a, b) => a.receivedAt - b.receivedAt);
}

/** All that were kept together, also those that are forgotten since. */
async function partsIn(db: Kysely<Tables>, bundle: number): Promise<KeptPart[]> {
  const row = await db
    .selectFrom('late_part')
    .select(['app_id', 'received_at', 'calls', 'body'])
    .where('id', '=', bundle)
    .executeTakeFirst();
  if (!row) return [];
  const parts = unpackParts(row, { appId: row.app_id, receivedAt: Number(row.received_at) });
  return parts.map((part) => ({ ...part, bundle }));
}

/**
 * Those whose time has come, the ones that were looked at least often first: what has waited in vain for long does not
 * hold up what has just come. Of each application its newest first, so that one with many does not hold up the others.
 * As many as have `limit` calls.
 */
export async function dueLateParts(db: Kysely<Tables>, now: number, limit: number): Promise<DueParts[]> {
  const due = db
    .selectFrom('late_part')
    .where('look_at', '<=', now)
    .select(({ fn }) => [
      'id',
      'looks',
      'waiting',
      fn
        .agg<number>('row_number')
        .over((over) =>
          over.partitionBy(['app_id', 'looks']).orderBy('received_at', 'desc').orderBy('id', 'desc'),
        )
        .as('place'),
    ]);
  const inOrder = await db
    .selectFrom(due.as('due'))
    .select(['id', 'waiting'])
    .orderBy('looks')
    .orderBy('place')
    .orderBy('id')
    .limit(limit)
    .execute();
  const bundles: number[] = [];
  let calls = 0;
  for (const { id, waiting } of inOrder) {
    if (calls >= limit) break;
    calls += Number(waiting);
    bundles.push(Number(id));
  }
  const found = new Map<number, DueParts>();
  for (const some of chunks(bundles)) {
    const columns = ['id', 'looks', 'failures', 'bytes', 'calls'] as const;
    const rows = await db.selectFrom('late_part').select(columns).where('id', 'in', some).execute();
    const waiting = await bundlesWith(db, [...new Set(rows.flatMap((row) => unpackCalls(row.calls)))]);
    for (const { id, looks, failures, bytes } of rows) {
      const bundle = Number(id);
      const tries = { looks: Number(looks), failures: Number(failures) };
      found.set(bundle, { bundle, ...tries, bytes: Number(bytes), calls: waiting.get(bundle) ?? [] });
    }
  }
  return bundles.flatMap((bundle) => found.get(bundle) ?? []);
}

/** The bundles that have parts of these calls, and of which of them. */
async function bundlesWith(db: Kysely<Tables>, ids: readonly string[]): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>();
  for (const some of chunks(ids)) {
    const rows = await db.selectFrom('late_call').selectAll().where('id', 'in', some).execute();
    for (const { id, bundle } of rows) {
      const calls = found.get(Number(bundle));
      if (calls) calls.push(id);
      else found.set(Number(bundle), [id]);
    }
  }
  return found;
}

/** Looked at once more, in vain; `until` says when to look again after so many looks. */
export async function postponeLateParts(
  db: Kysely<Tables>,
  due: readonly DueParts[],
  until: (looks: number) => number,
): Promise<void> {
  for (const [looks, alike] of Map.groupBy(due, (parts) => parts.looks))
    for (const some of chunks(alike))
      await db
        .updateTable('late_part')
        .set({ looks: looks + 1, look_at: until(looks + 1) })
        .where(
          'id',
          'in',
          some.map(({ bundle }) => bundle),
        )
        .execute();
}

/** Of what failed together, so much is tried together the next time. */
export const SPLIT_IN = 4;

/** Could not be joined: they are looked at again in ever smaller company, as it may be the fault of one of them. */
export async function splitLateParts(
  db: Kysely<Tables>,
  due: readonly DueParts[],
  until: (looks: number) => number,
): Promise<void> {
  for (const { bundle, looks, failures } of due)
    await inTransaction(db, async (tx) => {
      const parts = await partsIn(tx, bundle);
      const ids = [...new Set(parts.map(({ id }) => id))];
      const calls = new Set((await bundlesWith(tx, ids)).get(bundle));
      await removeBundles(tx, [bundle]);
      const waiting = parts.filter(({ id }) => calls.has(id));
      const tries = { looks: looks + 1, failures: failures + 1, look_at: until(looks + 1) };
      await writeBundles(tx, waiting, tries, Math.ceil(calls.size / SPLIT_IN));
    });
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

/** Forgets what has waited for too long, and what an application has too much of; says of how many calls that was. */
export async function giveUpLateParts(
  db: Kysely<Tables>,
  { before, parts, bytes }: LatePartLimits,
): Promise<number> {
  // One that comes out of a journal that has waited for long is looked at first.
  const old = await db
    .selectFrom('late_part')
    .select('id')
    .where('received_at', '<', before)
    .where('looks', '>', 0)
    .execute();
  const tooMany = await db
    .selectFrom('late_part')
    .select('app_id')
    .groupBy('app_id')
    .having(({ eb, fn, or }) =>
      or([eb(fn.sum<number>('waiting'), '>', parts), eb(fn.sum<number>('bytes'), '>', bytes)]),
    )
    .execute();
  const beyond: number[] = [];
  for (const { app_id } of tooMany) {
    const newestFirst = await db
      .selectFrom('late_part')
      .select(['id', 'waiting', 'bytes'])
      .where('app_id', '=', app_id)
      .orderBy('received_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    const total = { parts: 0, bytes: 0 };
    for (const row of newestFirst) {
      total.parts += Number(row.waiting);
      total.bytes += Number(row.bytes);
      if (total.parts > parts || total.bytes > bytes) beyond.push(Number(row.id));
    }
  }
  const bundles = [...new Set([...old.map(({ id }) => Number(id)), ...beyond])];
  return inTransaction(db, (tx) => removeBundles(tx, bundles));
}

/** Says of how many calls they were. */
async function removeBundles(tx: Kysely<Tables>, bundles: readonly number[]): Promise<number> {
  let count = 0;
  for (const some of chunks(bundles)) {
    const rows = await tx
      .deleteFrom('late_part')
      .where('id', 'in', some)
      .returning(['id', 'calls'])
      .execute();
    for (const { id, calls } of rows)
      for (const ids of chunks(unpackCalls(calls))) {
        const gone = tx.deleteFrom('late_call').where('id', 'in', ids).where('bundle', '=', Number(id));
        count += Number((await gone.executeTakeFirst()).numDeletedRows);
      }
  }
  return count;
}

/** Of an application that is removed. */
export async function forgetPartsOf(tx: Kysely<Tables>, appId: string): Promise<void> {
  const rows = await tx.selectFrom('late_part').select('id').where('app_id', '=', appId).execute();
  await removeBundles(
    tx,
    rows.map(({ id }) => Number(id)),
  );
}

export async function countLateParts(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('late_part')
    .select(({ fn }) => fn.sum<number | null>('waiting').as('count'))
    .executeTakeFirstOrThrow();
  return Number(count ?? 0);
}

function inTransaction<T>(db: Kysely<Tables>, use: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return db.isTransaction ? use(db as Transaction<Tables>) : db.transaction().execute(use);
}

/** One by one: SQLite takes no lists of pairs. */
function areThese(parts: readonly PartKey[]) {
  return ({ or, and }: ExpressionBuilder<Tables, 'late_call'>) =>
    or(parts.map(({ id, bundle }) => and({ id, bundle })));
}

/** A statement takes only so many parameters, and conditions. */
const MOST_AT_ONCE = 250;

function* chunks<T>(items: readonly T[]): Generator<T[]> {
  for (let i = 0; i < items.length; i += MOST_AT_ONCE) yield items.slice(i, i + MOST_AT_ONCE);
}
