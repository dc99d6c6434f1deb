import type { Kysely } from 'kysely';
import type { Keeping } from '../../base/keeping.ts';
import { readRevision } from '../../metadata/revision.ts';
import type { Tables } from '../../metadata/tables.ts';
import { type Retention, readRetention } from './read-retention.ts';

const DAY_MS = 86_400_000;

/** The keeping of every application, in memory; `refresh` reloads it when the metadata changed. */
export class CurrentKeeping {
  readonly #db: Kysely<Tables>;
  #exceptions = new Map<string, Keeping>();
  #retention: Retention = { records: new Map(), bodies: new Map(), deleted: [], forgotten: [] };
  #revision = -1;

  private constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  static async load(db: Kysely<Tables>): Promise<CurrentKeeping> {
    const keeping = new CurrentKeeping(db);
    await keeping.refresh();
    return keeping;
  }

  /**
   * What an application keeps; with `at`, of a payload from that time, which may have outlived its retention.
   */
  of(appId: string, at = Number.POSITIVE_INFINITY): Keeping {
    const { records, bodies } = this.#retention;
    const isTooOld = (days = Number.POSITIVE_INFINITY) => at < Date.now() - days * DAY_MS;
    if (isTooOld(records.get(appId))) return 'nothing';
    const kept = this.#exceptions.get(appId) ?? 'everything';
    return kept === 'everything' && isTooOld(bodies.get(appId)) ? 'numbers' : kept;
  }

  async refresh(): Promise<void> {
    const revision = await readRevision(this.#db);
    if (revision === this.#revision) return;
    const numbers = await this.#db
      .selectFrom('application')
      .select('id')
      .where('store_bodies', '=', 0)
      .execute();
    this.#retention = await readRetention(this.#db);
    const { deleted, forgotten } = this.#retention;
    this.#exceptions = new Map([
      ...numbers.map(({ id }) => [id, 'numbers'] as const),
      ...[...deleted, ...forgotten].map((id) => [id, 'nothing'] as const),
    ]);
    this.#revision = revision;
  }
}
