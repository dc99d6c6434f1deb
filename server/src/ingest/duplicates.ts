/**
 * Whether an interaction was recorded before. Only derived ids can be: this process knows what waits in
 * its journal and which ids may be in the store; a maybe is settled by asking the store. When the store
 * does not answer, or says no, the payload is taken as unverified, and the drain settles it: by the time
 * a no arrives, an equal payload may have come in and gone to the store.
 */
import { evictOldest } from '../base/evict-oldest.ts';
import { KnownIds } from './known-ids.ts';
import type { Pending } from './pending.ts';

/** What is known of an interaction that was recorded before; without a fingerprint, it is empty. */
export type Recorded = { fingerprint: string };

export type Verdict = 'new' | 'unverified' | Recorded;

export type DuplicatesOptions = {
  pending: Pending;
  /** Asks the store: the fingerprint of an interaction it has, or null; rejects when it cannot say. */
  stored: (id: string) => Promise<string | null>;
  /** True when other nodes write to the same store: then what this one knows is never the whole. */
  shared: boolean;
};

/** Retries come soon: so many ids are remembered for sure, and need no question to the store. */
const REMEMBERED = 100_000;

export class Duplicates {
  readonly known = new KnownIds();
  readonly #options: DuplicatesOptions;
  readonly #stored = new Map<string, string>();

  constructor(options: DuplicatesOptions) {
    this.#options = options;
  }

  /** An interaction that could come again has reached the store. */
  remember(id: string, fingerprint: string): void {
    this.#stored.set(id, fingerprint);
    evictOldest(this.#stored, REMEMBERED);
  }

  /** The fingerprint of one that was certainly recorded, without asking anybody; undefined when that is not known. */
  recorded(id: string): string | undefined {
    return this.#options.pending.fingerprint(id) ?? this.#stored.get(id);
  }

  /** Whether it certainly was not recorded. */
  isNew(id: string): boolean {
    return !this.#options.shared && !this.known.maybeHas(id);
  }

  /** Synchronous whenever it can be: the hot path must not wait for a promise. */
  check(id: string): Verdict | Promise<Verdict> {
    const fingerprint = this.recorded(id);
    if (fingerprint !== undefined) return { fingerprint };
    if (this.isNew(id)) return 'new';
    return this.known.maybeHas(id) ? this.#ask(id) : 'unverified';
  }

  async #ask(id: string): Promise<Verdict> {
    const stored = await this.#options.stored(id).catch(() => null);
    // While we asked, the same payload may have come in on another connection.
    const fingerprint = stored ?? this.#options.pending.fingerprint(id);
    return fingerprint === undefined ? 'unverified' : { fingerprint };
  }
}
