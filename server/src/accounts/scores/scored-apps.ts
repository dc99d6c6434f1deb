import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

/**
 * Applications that may have scores. The name of a score is declared before its first score is kept, and stays; so
 * whoever has no names has no scores, and reading those of its interactions would be in vain.
 */
export class ScoredApps {
  readonly #db: Kysely<Tables>;
  readonly #scored = new Set<string>();

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /** Whether one of them may. Without the database, it may. */
  async some(apps: readonly string[]): Promise<boolean> {
    if (apps.some((app) => this.#scored.has(app))) return true;
    try {
      const found = await this.#db
        .selectFrom('score_kind')
        .select('app_id')
        .where('app_id', 'in', apps)
        .limit(1)
        .executeTakeFirst();
      if (found) this.#scored.add(found.app_id);
      return found !== undefined;
    } catch {
      return true;
    }
  }
}
