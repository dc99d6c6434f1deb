import type { PriceOverride } from '@parley/contract';
import type { Kysely } from 'kysely';
import { readRevision } from '../../metadata/revision.ts';
import type { Tables } from '../../metadata/tables.ts';
import { listPrices } from './list-prices.ts';

const NONE: readonly PriceOverride[] = [];

/** Price overrides in memory; `refresh` reloads them when the metadata changed. */
export class CurrentPrices {
  readonly #db: Kysely<Tables>;
  #byApplication = new Map<string, PriceOverride[]>();
  #revision = -1;

  private constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  static async load(db: Kysely<Tables>): Promise<CurrentPrices> {
    const prices = new CurrentPrices(db);
    await prices.refresh();
    return prices;
  }

  of(appId: string): readonly PriceOverride[] {
    return this.#byApplication.get(appId) ?? NONE;
  }

  async refresh(): Promise<void> {
    const revision = await readRevision(this.#db);
    if (revision === this.#revision) return;
    this.#byApplication = Map.groupBy(await listPrices(this.#db), ({ appId }) => appId);
    this.#revision = revision;
  }
}
