/**
 * Checks whether an interaction with a derived id was recorded before. This process knows which ids are
 * pending in its journal, and which may be in the store; for the latter it asks the store. When the store
 * does not answer, or has no such id, the payload is accepted as unverified and the drain checks again: an
 * equal payload may have been stored while this process asked.
 */
import { evictOldest } from '../base/evict-oldest.ts';
import { KnownIds } from './known-ids.ts';
import type { Pending } from './pending.ts';

/** An interaction that was recorded before. `fingerprint` is empty where it has none. */
export type Recorded = { fingerprint: string };

export type Verdict = 'new' | 'unverified' | Recorded;

export type DuplicatesOptions = {
  pending: Pending;
  /** The fingerprint of a stored interaction, or null; rejects when the store does not answer. */
  stored: (id: string) => Promise<string | null>;
  /** Whether other nodes write to the same store, which makes the known ids incomplete. */
  shared: boolean;
};

/** Recently stored ids, which need no query: retries come soon. */
const MAX_RECENT_IDS = 100_000;

export class Duplicates {
  readonly known = new KnownIds();
  readonly #options: DuplicatesOptions;
  readonly #stored = new Map<string, string>();

  constructor(options: DuplicatesOptions) {
    this.#options = options;
  }

  /** To be called when an interaction with a derived id was stored. */
  remember(id: string, fingerprint: string): void {
    this.#stored.set(id, fingerprint);
    evictOldest(this.#stored, MAX_RECENT_IDS);
  }

  /**
   * The fingerprint of an interaction that was certainly recorded, without a query; undefined if that is
   * unknown.
   */
  recorded(id: string): string | undefined {
    return this.#options.pending.fingerprint(id) ?? this.#stored.get(id);
  }

  /** Whether the interaction was certainly not recorded. */
  isNew(id: string): boolean {
    return !this.#options.shared && !this.known.maybeHas(id);
  }

  /** Synchronous where no query is needed: the hot path must not wait for a promise. */
  check(id: string): Verdict | Promise<Verdict> {
    const fingerprint = this.recorded(id);
    if (fingerprint !== undefined) return { fingerprint };
    if (this.isNew(id)) return 'new';
    return this.known.maybeHas(id) ? this.#ask(id) : 'unverified';
  }

  async #ask(id: string): Promise<Verdict> {
    const stored = await this.#options.stored(id).catch(() => null);
    // An equal payload may have arrived on another connection meanwhile.
    const fingerprint = stored ?? this.#options.pending.fingerprint(id);
    return fingerprint === undefined ? 'unverified' : { fingerprint };
  }
}
