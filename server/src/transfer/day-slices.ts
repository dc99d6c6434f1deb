/** A slice: the rows of an application on one day (UTC), with their number and a checksum. */
import { z } from 'zod';
import type { Store } from '../store/store.ts';
import { type Condition, EVERYTHING } from './snapshot.ts';
import type { TransferTable } from './tables.ts';

export const Slice = z.object({
  appId: z.string(),
  day: z.iso.date(),
  rows: z.int(),
  /** 64 bits, in decimal. */
  checksum: z.string(),
  /** Approximate. */
  bytes: z.number(),
});
export type Slice = z.infer<typeof Slice>;

const DAY_MS = 24 * 60 * 60 * 1000;

const Month = z.object({ appId: z.string(), month: z.string(), next: z.string() });

export const sliceName = ({ appId, day }: Pick<Slice, 'appId' | 'day'>): string => `${appId} ${day}`;

export const isSame = (one: Slice | undefined, other: Slice | undefined): boolean =>
  (one?.rows ?? 0) === (other?.rows ?? 0) && (one?.checksum ?? '0') === (other?.checksum ?? '0');

/** Queries month by month, so that no query takes long. */
export async function* readSlices(
  store: Store,
  table: TransferTable,
  snapshot: Condition = EVERYTHING,
): AsyncGenerator<Slice> {
  const { from, time, bytes, checksum } = table;
  const months = await store.query(
    Month,
    `SELECT app_id AS appId, toString(toStartOfMonth(toDate(${time}, 'UTC'))) AS month,
            toString(addMonths(toStartOfMonth(toDate(${time}, 'UTC')), 1)) AS next
     FROM ${from} GROUP BY appId, month, next ORDER BY appId, month`,
  );
  for (const { appId, month, next } of months) {
    yield* await store.query(
      Slice,
      `SELECT app_id AS appId, toString(toDate(${time}, 'UTC')) AS day, count() AS rows,
              toString(sum(${checksum})) AS checksum, sum(${bytes}) AS bytes
       FROM ${from}
       WHERE app_id = {app:String} AND ${time} >= fromUnixTimestamp64Milli({start:Int64})
         AND ${time} < fromUnixTimestamp64Milli({end:Int64}) AND ${snapshot.where}
       GROUP BY appId, day ORDER BY day`,
      { app: appId, start: Date.parse(month), end: Date.parse(next), ...snapshot.params },
    );
  }
}

/** The current state of a slice; undefined if it has no rows. */
export async function readSlice(
  store: Store,
  table: TransferTable,
  slice: Pick<Slice, 'appId' | 'day'>,
  snapshot: Condition = EVERYTHING,
): Promise<Slice | undefined> {
  const { from, bytes, checksum } = table;
  const { where, params } = inSlice(table, slice);
  const [found] = await store.query(
    Slice,
    `SELECT {app:String} AS appId, {day:String} AS day, count() AS rows, toString(sum(${checksum})) AS checksum,
            sum(${bytes}) AS bytes
     FROM ${from} WHERE ${where} AND ${snapshot.where}`,
    { ...params, day: slice.day, ...snapshot.params },
  );
  return found && found.rows > 0 ? found : undefined;
}

export function inSlice({ time }: TransferTable, { appId, day }: Pick<Slice, 'appId' | 'day'>): Condition {
  const start = Date.parse(day);
  return {
    where: `app_id = {app:String} AND ${time} >= fromUnixTimestamp64Milli({start:Int64})
      AND ${time} < fromUnixTimestamp64Milli({end:Int64})`,
    params: { app: appId, start, end: start + DAY_MS },
  };
}
