/**
 * Authenticates senders. The hashes of all keys are in memory, in a snapshot that is replaced when the
 * metadata changes. Every kind of wrong key gets the same answer in the same time.
 */
import { hash, timingSafeEqual } from 'node:crypto';

export type ApiKey = { id: string; hash: Buffer; expiresAt: number | null };

export type Application = {
  id: string;
  appKey: string;
  keys: readonly ApiKey[];
  /** Payloads per second; null for no limit. */
  rateLimit: number | null;
  /** Minutes; the default for payloads without `sessionTimeout`. */
  sessionTimeout: number;
  /** Whether the vectors of embeddings are kept; if not, only their number and length. */
  keepVectors: boolean;
};

export type Snapshot = ReadonlyMap<string, Application>;

/** Compared with where the application is unknown, so that the check takes as long. */
const NO_KEYS: readonly ApiKey[] = [{ id: '', hash: Buffer.alloc(32), expiresAt: null }];

export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

export type Authenticated = { application: Application; keyId: string };

/** Both functions are called for every payload and must be cheap. */
export type CredentialSource = {
  current: () => Snapshot;
  /** A promise to await while the snapshot is being replaced, so that a revoked key ends at once. */
  changes: () => Promise<void> | undefined;
};

/** Hashes of valid keys to cache: a busy client sends the same key thousands of times a second. */
const MAX_CACHED_HASHES = 1000;

export class Credentials {
  readonly #source: CredentialSource;
  readonly #hashes = new Map<string, Buffer>();

  constructor(source: CredentialSource) {
    this.#source = source;
  }

  changes(): Promise<void> | undefined {
    return this.#source.changes();
  }

  authenticate(appKey: unknown, apiKey: unknown, now: number): Authenticated | null {
    const sent = typeof apiKey === 'string' && apiKey !== '';
    const secret = sent ? apiKey : '';
    const cached = this.#hashes.get(secret);
    const given = cached ?? hashSecret(secret);
    const application = typeof appKey === 'string' ? this.#source.current().get(appKey) : undefined;
    let keyId: string | null = null;
    for (const key of application?.keys ?? NO_KEYS) {
      const equal = timingSafeEqual(key.hash, given);
      if (equal && sent && (key.expiresAt === null || now < key.expiresAt)) keyId = key.id;
    }
    if (!application || keyId === null) return null;
    if (!cached) this.#cache(secret, given);
    return { application, keyId };
  }

  #cache(secret: string, digest: Buffer): void {
    if (this.#hashes.size >= MAX_CACHED_HASHES) this.#hashes.clear();
    this.#hashes.set(secret, digest);
  }

  byAppKey(appKey: string): Application | undefined {
    return this.#source.current().get(appKey);
  }

  byId(appId: string): Application | undefined {
    for (const application of this.#source.current().values()) {
      if (application.id === appId) return application;
    }
    return undefined;
  }
}
