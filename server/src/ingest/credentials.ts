/**
 * Who sends. The keys of every application are held in memory as hashes; a snapshot is replaced as a
 * whole when the metadata changes. One answer for every kind of wrong, in the same time.
 */
import { hash, timingSafeEqual } from 'node:crypto';

export type ApiKey = { id: string; hash: Buffer; expiresAt: number | null };

export type Application = {
  id: string;
  appKey: string;
  keys: readonly ApiKey[];
  /** Payloads per second, or null for no limit. */
  rateLimit: number | null;
  /** Minutes; what a payload without `sessionTimeout` gets. */
  sessionTimeout: number;
  /** Whether vectors of embeddings are kept, or only their number and length. */
  keepVectors: boolean;
};

export type Snapshot = ReadonlyMap<string, Application>;

const NOBODY: readonly ApiKey[] = [{ id: '', hash: Buffer.alloc(32), expiresAt: null }];

export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

export type Authenticated = { application: Application; keyId: string };

/** Both are called for every payload and must be cheap. */
export type CredentialSource = {
  current: () => Snapshot;
  /** Something to wait for when the snapshot is about to change, so that a revoked key ends at once. */
  changes: () => Promise<void> | undefined;
};

/** Keys that were right, with their hashes: a busy client sends the same one thousands of times a second. */
const MAX_REMEMBERED = 1000;

export class Credentials {
  readonly #source: CredentialSource;
  readonly #remembered = new Map<string, Buffer>();

  constructor(source: CredentialSource) {
    this.#source = source;
  }

  changes(): Promise<void> | undefined {
    return this.#source.changes();
  }

  authenticate(appKey: unknown, apiKey: unknown, now: number): Authenticated | null {
    const sent = typeof apiKey === 'string' && apiKey !== '';
    const secret = sent ? apiKey : '';
    const remembered = this.#remembered.get(secret);
    const given = remembered ?? hashSecret(secret);
    const application = typeof appKey === 'string' ? this.#source.current().get(appKey) : undefined;
    let keyId: string | null = null;
    for (const key of application?.keys ?? NOBODY) {
      const equal = timingSafeEqual(key.hash, given);
      if (equal && sent && (key.expiresAt === null || now < key.expiresAt)) keyId = key.id;
    }
    if (!application || keyId === null) return null;
    if (!remembered) this.#remember(secret, given);
    return { application, keyId };
  }

  #remember(secret: string, digest: Buffer): void {
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(secret, digest);
  }

  byId(appId: string): Application | undefined {
    for (const application of this.#source.current().values()) {
      if (application.id === appId) return application;
    }
    return undefined;
  }
}
