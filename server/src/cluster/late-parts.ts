/** Late parts: parts of model calls that arrived apart from them, kept until they are joined. */
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

/** All parts of one call in one bundle; forgotten together once joined. */
export type PartKey = { id: string; bundle: number };

/** A part as stored. */
export type KeptPart = LatePart & PartKey;

/** A bundle that is due, with its attempts so far. */
export type DueParts = Tries & { bundle: number; bytes: number; calls: string[] };

type Tries = { looks: number; failures: number };

/** Limits of an application's late parts; the oldest are dropped first. */
export type LatePartLimits = {
  /** Drop parts received before this time, in milliseconds. */
  before: number;
  /** Counted by calls. */
  parts: number;
  bytes: number;
};

/** Stores late parts, due at once. */
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
      const rows = await tx.deleteFrom('late_call').where(matchesAny(some)).returning('bundle').execute();
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

/** The parts of these calls, in order of arrival. */
export async function readLateParts(db: Kysely<Tables>, ids: readonly string[]): Promise<KeptPart[]> {
  const found: KeptPart[] = [];
  // One bundle at a time: only a few of its parts may be wanted.
  for (const [bundle, calls] of [...(await bundlesWith(db, ids))].toSorted(([a], [b]) => a - b)) {
    const asked = new Set(calls);
    found.push(...(await partsIn(db, bundle)).filter(({ id }) => asked.has(id)));
  }
  return found.toSorted((a, b) => a.receivedAt - b.receivedAt);
}

/** All parts of a bundle, including those already forgotten. */
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
 * Bundles that are due, up to `limit` calls. Those with the fewest attempts come first, so that parts which
 * have waited in vain do not hold up new ones; of each application the newest first, so that one with many
 * does not hold up the others.
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

/** The bundles with parts of these calls, and the calls each has parts of. */
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

/** Counts an attempt in vain; `until` returns when to look again after that many attempts. */
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

/** How many bundles a failed one is split into. */
export const SPLIT_IN = 4;

/** Counts a failed attempt and splits the bundles, since a single part may be the cause. */
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

/** Whether there are parts that could not be joined. */
export async function hasFailedParts(db: Kysely<Tables>): Promise<boolean> {
  const found = await db.selectFrom('late_part').select('id').where('failures', '>', 0).limit(1).execute();
  return found.length > 0;
}

/** Drops parts that are too old or beyond an application's limit. Returns the number of their calls. */
export async function dropLateParts(
  db: Kysely<Tables>,
  { before, parts, bytes }: LatePartLimits,
): Promise<number> {
  // Parts from a journal that waited for long get at least one attempt.
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

/** Returns the number of calls the bundles had. */
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

/** Deletes the parts of an application. */
export async function deletePartsOf(tx: Kysely<Tables>, appId: string): Promise<void> {
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

/** Pair by pair: SQLite has no lists of pairs. */
function matchesAny(parts: readonly PartKey[]) {
  return ({ or, and }: ExpressionBuilder<Tables, 'late_call'>) =>
    or(parts.map(({ id, bundle }) => and({ id, bundle })));
}

/** Maximum number of parameters and conditions in a statement. */
const CHUNK_SIZE = 250;

function* chunks<T>(items: readonly T[]): Generator<T[]> {
  for (let i = 0; i < items.length; i += CHUNK_SIZE) yield items.slice(i, i + CHUNK_SIZE);
}
