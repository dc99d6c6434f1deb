/**
 * New scores of some applications, for everybody who follows them. Filters choose interactions, not scores, and what a
 * listener has missed is not sent later: `GET /v1/scores` has it.
 */
import type { Apps } from '../../queries/filters.ts';

/** An event of a score; `key` names its version. */
export type ScoreSent = { key: string; stored: number; event: Uint8Array };

export type ScoreSource = {
  /** Events of the newest scores that were stored at `from` or later, in order. */
  scores: (apps: Apps, from: number) => Promise<readonly ScoreSent[]>;
};

export class ScoreFeed {
  readonly #seen = new Map<string, number>();
  #newest: number;

  constructor(now: number) {
    this.#newest = now;
  }

  /** Those that no earlier call has returned. `lookBack` is the time for which rows may be late, in milliseconds. */
  async next(source: ScoreSource, apps: Apps, lookBack: number, now: number): Promise<ScoreSent[]> {
    const found = await source.scores(apps, this.#newest - lookBack);
    const unseen = found.filter(({ key }) => !this.#seen.has(key));
    for (const { key, stored } of unseen) {
      this.#seen.set(key, stored);
      // Clocks differ.
      this.#newest = Math.max(this.#newest, Math.min(stored, now));
    }
    return unseen;
  }

  forget(lookBack: number): void {
    for (const [key, stored] of this.#seen) if (stored < this.#newest - lookBack) this.#seen.delete(key);
  }
}
