/**
 * Whether an interaction was recorded before. Only derived ids can be: this process knows what waits in
 * its journal and which ids may be in the store; a maybe is settled by asking the store. When the store
 * does not answer, or says no, the payload is taken as unverified, and the drain settles it: by the time
 * a no arrives, an equal payload may have come in and gone to the store.
 */
import { KnownIds } from './known-ids.ts';
import type { Pending } from './pending.ts';

export type Verdict = 'new' | 'unverified' | 'duplicate';

export type DuplicatesOptions = {
  pending: Pending;
  /** Asks the store; rejects when it cannot say. */
  stored: (id: string) => Promise<boolean>;
  /** True when other nodes write to the same store: then what this one knows is never the whole. */
  shared: boolean;
};

/** Retries come soon: so many ids are remembered for sure, and need no question to the store. */
const REMEMBERED = 100_000;

export class Duplicates {
  readonly known = new KnownIds();
  readonly #options: DuplicatesOptions;
  readonly #stored = new Set<string>();

  constructor(options: DuplicatesOptions) {
    this.#options = options;
  }

  /** An interaction that could come again has reached the store. */
  remember(id: string): void {
    this.#stored.add(id);
    if (this.#stored.size <= REMEMBERED) return;
    const [oldest] = this.#stored;
    if (oldest !== undefined) this.#stored.delete(oldest);
  }

  /** Synchronous whenever it can be: the hot path must not wait for a promise. */
  check(id: string): Verdict | Promise<Verdict> {
    if (this.#options.pending.has(id) || this.#stored.has(id)) return 'duplicate';
    if (!this.known.maybeHas(id)) return this.#options.shared ? 'unverified' : 'new';
    return this.#ask(id);
  }

  async #ask(id: string): Promise<Verdict> {
    let stored: boolean;
    try {
      stored = await this.#options.stored(id);
    } catch {
      return this.#options.pending.has(id) ? 'duplicate' : 'unverified';
    }
    // While we asked, the same payload may have come in on another connection.
    return stored || this.#options.pending.has(id) ? 'duplicate' : 'unverified';
  }
}
