import type { Kysely } from 'kysely';
import { readRevision } from './revision.ts';
import type { Tables } from './tables.ts';

/** What an application keeps of what it receives; `nothing` once it is deleted. */
export type Keeping = 'everything' | 'numbers' | 'nothing';

/** What every application keeps, held in memory; `refresh` reads it again when the metadata changed. */
export class CurrentKeeping {
  readonly #db: Kysely<Tables>;
  #exceptions = new Map<string, Keeping>();
  #revision = -1;

  private constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  static async load(db: Kysely<Tables>): Promise<CurrentKeeping> {
    const keeping = new CurrentKeeping(db);
    await keeping.refresh();
    return keeping;
  }

  of(appId: string): Keeping {
    return this.#exceptions.get(appId) ?? 'everything';
  }

  async refresh(): Promise<void> {
    const revision = await readRevision(this.#db);
    if (revision === this.#revision) return;
    const numbers = await this.#db
      .selectFrom('application')
      .select('id')
      .where('store_bodies', '=', 0)
      .execute();
    const deleted = await this.#db
      .selectFrom('application')
      .select('id')
      .where('deleted_at', 'is not', null)
      .unionAll((gone) => gone.selectFrom('deleted_application').select('id'))
      .execute();
    this.#exceptions = new Map([
      ...numbers.map(({ id }) => [id, 'numbers'] as const),
      ...deleted.map(({ id }) => [id, 'nothing'] as const),
    ]);
    this.#revision = revision;
  }
}
