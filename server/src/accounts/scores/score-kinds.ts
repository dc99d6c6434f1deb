/**
 * The kind of the values of each score, by its name: the first value of a name decides. Kinds are never changed, so
 * those that were read once are kept in memory.
 */
import type { ScoreKind } from '@parley/contract';
import type { Kysely } from 'kysely';
import { evictOldest } from '../../base/evict-oldest.ts';
import type { Tables } from '../../metadata/tables.ts';

/** Names that an application may use; more are rarely names. */
export const MAX_SCORE_NAMES = 500;
const MAX_CACHED = 10_000;

export class ScoreKinds {
  readonly #db: Kysely<Tables>;
  readonly #kinds = new Map<string, ScoreKind>();

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** The kinds of those names that have one. */
  async known(appId: string, names: Iterable<string>): Promise<Map<string, ScoreKind>> {
    const known = new Map<string, ScoreKind>();
    const unknown: string[] = [];
    for (const name of names) {
      const kind = this.#kinds.get(`${appId} ${name}`);
      if (kind === undefined) unknown.push(name);
      else known.set(name, kind);
    }
    if (unknown.length === 0) return known;
    const rows = await this.#db
      .selectFrom('score_kind')
      .select(['name', 'kind'])
      .where('app_id', '=', appId)
      .where('name', 'in', unknown)
      .execute();
    for (const { name, kind } of rows) {
      known.set(name, kind);
      this.#kinds.set(`${appId} ${name}`, kind);
    }
    evictOldest(this.#kinds, MAX_CACHED);
    return known;
  }

  /** Declares the kinds of new names, and returns what they are: another node may have declared one at the same time. */
  async declare(appId: string, kinds: ReadonlyMap<string, ScoreKind>): Promise<Map<string, ScoreKind>> {
    if (kinds.size === 0) return new Map();
    await this.#db
      .insertInto('score_kind')
      .values([...kinds].map(([name, kind]) => ({ app_id: appId, name, kind })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return this.known(appId, kinds.keys());
  }

  /** Whether the application may use so many more names. */
  async hasRoom(appId: string, more: number): Promise<boolean> {
    const { count } = await this.#db
      .selectFrom('score_kind')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('app_id', '=', appId)
      .executeTakeFirstOrThrow();
    return Number(count) + more <= MAX_SCORE_NAMES;
  }
}
