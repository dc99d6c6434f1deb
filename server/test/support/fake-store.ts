/** In-memory store as the drain uses it, with faults on demand. */
import type { StoredInteraction } from '../../src/store/rows/interaction-row.ts';
import type { StoredOutline } from '../../src/store/rows/outline-row.ts';
import type { StoredScore } from '../../src/store/rows/score-row.ts';
import type { Receipt, StoredRejection } from '../../src/store/store.ts';

/** Outcome of one call; a call that fails may have been applied all the same. */
export type Fate = { fails: boolean; applies: boolean; forgetsToken: boolean };

const SUCCEEDS: Fate = { fails: false, applies: true, forgetsToken: false };

export class FakeStore {
  readonly rows: string[] = [];
  readonly rejections = new Set<string>();
  /** In the order of insertion. */
  readonly interactions: StoredInteraction[] = [];
  readonly payloads: string[] = [];
  readonly outlines: StoredOutline[] = [];
  readonly scores: StoredScore[] = [];
  /** Decides the outcome of each call. */
  fate: (call: string) => Fate = () => SUCCEEDS;
  calls = 0;
  readonly #tokens = new Set<string>();

  async existing(ids: readonly string[]): Promise<Set<string>> {
    if (this.#next('existing').fails) throw new StoreDown();
    const wanted = new Set(ids);
    return new Set(this.rows.filter((id) => wanted.has(id)));
  }

  async sameReceipts(records: readonly Receipt[]): Promise<Set<string>> {
    if (this.#next('receipts').fails) throw new StoreDown();
    const received = new Map(
      this.interactions.map(({ record }) => [record.id, Date.parse(record.receivedAt)]),
    );
    return new Set(records.flatMap(({ id, receivedAt }) => (received.get(id) === receivedAt ? [id] : [])));
  }

  async insertInteractions(rows: Iterable<StoredInteraction>, token: string): Promise<void> {
    this.#insert(`interactions ${token}`, () => {
      const stored = [...rows];
      this.rows.push(...stored.map(({ record }) => record.id));
      this.interactions.push(...stored);
    });
  }

  async insertRejections(rows: readonly StoredRejection[], token: string): Promise<void> {
    if (rows.length === 0) return;
    this.#insert(`rejections ${token}`, () => {
      for (const { id, payload } of rows) {
        this.rejections.add(id);
        this.payloads.push(payload);
      }
    });
  }

  async insertOutlines(rows: readonly StoredOutline[], token: string): Promise<void> {
    if (rows.length > 0) this.#insert(`outlines ${token}`, () => void this.outlines.push(...rows));
  }

  async insertScores(rows: readonly StoredScore[], token: string): Promise<void> {
    if (rows.length > 0) this.#insert(`scores ${token}`, () => void this.scores.push(...rows));
  }

  #insert(name: string, apply: () => void): void {
    const { fails, applies, forgetsToken } = this.#next(name);
    if (applies && !this.#tokens.has(name)) {
      apply();
      if (!forgetsToken) this.#tokens.add(name);
    }
    if (fails) throw new StoreDown();
  }

  #next(call: string): Fate {
    this.calls++;
    return this.fate(call);
  }
}

export class StoreDown extends Error {
  constructor() {
    super('the store does not answer');
  }
}
