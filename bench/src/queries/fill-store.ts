/**
 * Fills a running Parley's store with believable interactions: one day is generated here, and the engine
 * makes the other days, applications and users from it. Rows arrive in order of time, day after day, in
 * inserts of a usual size.
 */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { addProjectionsWhenLarge } from '../../../server/src/store/add-projections.ts';
import type { StoreAddress } from '../../../server/src/store/client.ts';
import type { StoreClient } from '../../../server/src/store/failover.ts';
import { INTERACTION_COLUMNS, writeInteraction } from '../../../server/src/store/rows/interaction-row.ts';
import { RowWriter } from '../../../server/src/store/rows/row-binary.ts';
import { Store } from '../../../server/src/store/store.ts';
import { SMALL_ROWS } from '../../../server/src/store/table-size.ts';
import { BaseInteractions } from './base-interactions.ts';
import { progress } from './progress.ts';

const DAY = 24 * 60 * 60 * 1000;
export const DAYS = 30;
/** Large enough that a text hardly ever meets its copy within one compressed block. */
const BASE = 20_000;
/** Rows of all days per round, about as many as one insert may hold. */
const ROUND = 1_000_000;
const SLICE = 20_000;
const ROWS_AT_ONCE = 2_000;
/** Maximum shift of each conversation, so that no two days are alike. */
const JITTER = 4 * 60 * 60 * 1000;

export const RARE_WORD = 'zyxquorblat';
const RARE_ROWS = 3;

const MOST_MINUTES_OF_MERGING = 10;
const Merges = z.array(z.object({ merges: z.coerce.number() }));

/** Columns that differ in a copy; all others are unchanged. */
const CHANGED: Record<string, string> = {
  id: 'generateUUIDv7()',
  app_id: '{apps:Array(String)}[copy % length({apps:Array(String)}) + 1]',
  received_at: 'base.received_at + toIntervalMillisecond(shift)',
  requested_at: 'base.requested_at + toIntervalMillisecond(shift)',
  responded_at: 'base.responded_at + toIntervalMillisecond(shift)',
  session: "if(empty(base.session), '', concat(base.session, '-', toString(copy)))",
  user_key: named('user_key'),
  user_id: named('user_id'),
  email: named('email'),
};

/** Limits for inserts; queries keep the server's. */
export const FILL_PATIENCE_MS = 60 * 60 * 1000;

type Filling = {
  rows: number;
  /** Rows that it will grow to. */
  most?: number;
  small?: boolean;
};

/** Creates a store with this many rows; the returned filler can add more. */
export async function filledStore(
  address: StoreAddress,
  client: StoreClient,
  apps: readonly string[],
  { rows, most = rows, small = false }: Filling,
): Promise<StoreFiller> {
  const filler = new StoreFiller(client, apps, rows, { small });
  // Projections, as a store that grew to this size would have built in the background.
  if (most >= SMALL_ROWS) await addProjectionsWhenLarge(address, 0);
  const store = new Store(address);
  await filler.makeBase(store);
  await store.close();
  await filler.fill(rows);
  return filler;
}

/** From the first row (inclusive) to the last (exclusive). */
type Span = { from: number; to: number };

export class StoreFiller {
  /** Time of the first and after the last interaction, in milliseconds; both at midnight. */
  readonly from: number;
  readonly to: number;
  readonly #client: StoreClient;
  readonly #apps: readonly string[];
  readonly #size: number;
  readonly #base: BaseInteractions;
  #filled = 0;

  /** The first application is the one with the rare word. */
  constructor(client: StoreClient, apps: readonly string[], rows: number, { small = false } = {}) {
    this.#client = client;
    this.#apps = apps;
    this.#size = Math.min(BASE, Math.ceil(rows / apps.length));
    // The end of the last day, jitter and long conversations included.
    this.to = Math.floor(Date.now() / DAY) * DAY;
    this.from = this.to - (DAYS + 1) * DAY;
    this.#base = new BaseInteractions(this.#size, this.from, { small });
  }

  /** A word in most interactions, of the rank of "on" and "with". */
  get commonWord(): string {
    return this.#base.language.words[10] ?? '';
  }

  async makeBase(store: Store): Promise<void> {
    progress(`making ${this.#size} interactions`);
    await this.#client.command({ query: 'DROP TABLE IF EXISTS fill_base' });
    await this.#client.command({
      query: `CREATE TABLE fill_base ENGINE = MergeTree ORDER BY n
              AS SELECT *, toUInt32(0) AS n, toUInt32(0) AS together FROM interactions WHERE false`,
    });
    const made = this.#base.make(this.#size);
    for (let first = 0; first < made.length; first += ROWS_AT_ONCE) {
      const rows = new RowWriter();
      for (const [i, { stored, together }] of made.slice(first, first + ROWS_AT_ONCE).entries()) {
        // A row as the server writes it, with two more columns.
        writeInteraction(rows, stored);
        rows.write('UInt32', first + i);
        rows.write('UInt32', together);
      }
      await this.#insertBase(rows.bytes);
    }
    const [app = ''] = this.#apps;
    const rare = Array.from({ length: RARE_ROWS }, () => this.#base.withWord(RARE_WORD, app));
    await store.insertInteractions(rare, 'rare');
  }

  /** Adds rows up to this number. */
  async fill(rows: number): Promise<void> {
    const started = performance.now();
    while (this.#filled < rows) {
      const until = Math.min(rows, this.#filled + ROUND);
      const step = Math.max(1, Math.floor((SLICE * DAYS) / (1.3 * (until - this.#filled))));
      for (let day = 0; day < DAYS; day += step) {
        await this.#fillDays({ from: day, to: day + step }, { from: this.#filled, to: until });
        const seconds = Math.round((performance.now() - started) / 1000);
        progress(`rows ${this.#filled} to ${until} of ${rows}: day ${day + 1} of ${DAYS}, ${seconds} s`);
      }
      this.#filled = until;
    }
    await this.#settled();
  }

  /** Rows are numbered through all copies: row r is interaction r % size of copy r / size. */
  async #fillDays(days: Span, rows: Span): Promise<void> {
    const values = INTERACTION_COLUMNS.map((column) => CHANGED[column] ?? `base.${column}`);
    const firstCopy = Math.floor(rows.from / this.#size);
    await this.#client.command({
      query: `
        INSERT INTO interactions (${INTERACTION_COLUMNS.join(', ')})
        SELECT ${values.join(', ')}
        FROM (
          SELECT n, copy, cityHash64(together, copy) AS hash,
                 toInt64({days:Array(UInt8)}[hash % length({days:Array(UInt8)}) + 1]) AS day,
                 day * ${DAY} + toInt64(bitShiftRight(hash, 32) % ${JITTER}) AS shift
          FROM (SELECT n, together FROM fill_base) AS heads
          CROSS JOIN (
            SELECT number AS copy FROM numbers({firstCopy:UInt64}, {copies:UInt64})
          ) AS copies
          WHERE copy * {size:UInt64} + n >= {from:UInt64} AND copy * {size:UInt64} + n < {to:UInt64}
            AND day >= {firstDay:Int64} AND day < {lastDay:Int64}
        ) AS picked
        INNER JOIN fill_base AS base ON base.n = picked.n`,
      query_params: {
        apps: this.#apps,
        days: this.#dayChances(),
        firstDay: days.from,
        lastDay: days.to,
        from: rows.from,
        to: rows.to,
        size: this.#size,
        firstCopy,
        copies: Math.ceil(rows.to / this.#size) - firstCopy,
      },
    });
  }

  /** Each day as often as it is likely: weekends have a third of the traffic of other days. */
  #dayChances(): number[] {
    return Array.from({ length: DAYS }, (_, day) => {
      const weekday = new Date(this.from + day * DAY).getUTCDay();
      return weekday === 0 || weekday === 6 ? [day] : [day, day, day];
    }).flat();
  }

  async #insertBase(rows: Buffer): Promise<void> {
    const { stream } = await this.#client.exec({
      query: `INSERT INTO fill_base (${[...INTERACTION_COLUMNS, 'n', 'together'].join(', ')}) FORMAT RowBinary`,
      values: Readable.from([rows], { objectMode: false }),
    });
    await stream.resume().toArray();
  }

  /** Waits until merges are done, as an operator would find the store. */
  async #settled(): Promise<void> {
    const started = performance.now();
    for (;;) {
      const result = await this.#client.query({
        query: "SELECT count() AS merges FROM system.merges WHERE table = 'interactions'",
        format: 'JSONEachRow',
      });
      const [row] = Merges.parse(await result.json());
      const minutes = (performance.now() - started) / 60_000;
      if ((row?.merges ?? 0) === 0 || minutes > MOST_MINUTES_OF_MERGING) return;
      progress(`${row?.merges} merges are running`);
      await sleep(1000);
    }
  }
}

/** Users of one copy differ from those of another. A key that is an email address stays one in lower case. */
function named(column: string): string {
  return `if(empty(base.${column}), '', concat(toString(copy), '.', base.${column}))`;
}
