/**
 * Keys and tokens in memory: who may send and who may read. Reloaded when the metadata changes: at once when
 * another process on this machine writes, because SQLite reports it; `refresh` covers the rest.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Metadata } from '../metadata/metadata.ts';
import { readRevision } from '../metadata/revision.ts';
import type { ApiKeyTable, ApplicationTable } from '../metadata/tables.ts';
import { hashSecret } from './secrets.ts';

export type AccessKey = { id: string; hash: Buffer; expiresAt: number | null };
export type AccessApplication = {
  id: string;
  appKey: string;
  keys: AccessKey[];
  rateLimit: number | null;
  sessionTimeout: number;
  keepVectors: boolean;
};
export type AccessToken = {
  id: string;
  appId: string;
  hash: Buffer;
  scopes: Set<string>;
  expiresAt: number | null;
};

export class Access {
  readonly #metadata: Metadata;
  #applications = new Map<string, AccessApplication>();
  #tokens = new Map<string, AccessToken>();
  #revision = -1;
  #seenVersion = -1;
  #looked = false;
  #refreshing: Promise<void> | undefined;

  private constructor(metadata: Metadata) {
    this.#metadata = metadata;
  }

  static async load(metadata: Metadata): Promise<Access> {
    const access = new Access(metadata);
    await access.refresh();
    return access;
  }

  /** Applications by application key, as of the last refresh. */
  applications(): ReadonlyMap<string, AccessApplication> {
    return this.#applications;
  }

  /** The metadata revision that was loaded; it differs after every change that affects access. */
  get revision(): number {
    return this.#revision;
  }

  /**
   * A promise to await if the metadata has changed since the last look, otherwise undefined. Looks once per
   * turn of the event loop: asking SQLite costs microseconds, but not none.
   */
  changes(): Promise<void> | undefined {
    if (this.#looked) return this.#refreshing;
    this.#looked = true;
    setImmediate(() => {
      this.#looked = false;
    });
    if (this.#metadata.externalVersion() === this.#seenVersion) return this.#refreshing;
    // While the database is down, known keys stay valid; the next look retries.
    this.#refreshing ??= this.refresh()
      .catch(() => {})
      .finally(() => {
        this.#refreshing = undefined;
      });
    return this.#refreshing;
  }

  /** The token for this secret; null if it is unknown, revoked or expired. */
  async token(secret: string): Promise<AccessToken | null> {
    await this.changes();
    const hash = hashSecret(secret);
    const token = this.#tokens.get(hash);
    if (!token || !timingSafeEqual(token.hash, Buffer.from(hash, 'hex'))) return null;
    return token.expiresAt === null || Date.now() < token.expiresAt ? token : null;
  }

  async refresh(): Promise<void> {
    // The version is read first and remembered last: a change or failure in between causes another look.
    const version = this.#metadata.externalVersion();
    const revision = await readRevision(this.#metadata.db);
    if (revision !== this.#revision) await this.#load(revision);
    this.#seenVersion = version;
  }

  async #load(revision: number): Promise<void> {
    const { db } = this.#metadata;
    const applications = await db
      .selectFrom('application')
      .selectAll()
      .where('archived_at', 'is', null)
      .where('deleted_at', 'is', null)
      .execute();
    const keys = await db.selectFrom('api_key').selectAll().where('revoked_at', 'is', null).execute();
    const tokens = await db
      .selectFrom('read_token')
      .selectAll()
      .where('revoked_at', 'is', null)
      // Tokens of an archived application stay valid, those of a deleted one do not.
      .where('app_id', 'in', (row) =>
        row.selectFrom('application').select('id').where('deleted_at', 'is', null),
      )
      .execute();
    this.#applications = applicationsByKey(applications, keys);
    this.#tokens = new Map(
      tokens.map((row) => [
        row.hash,
        {
          id: row.id,
          appId: row.app_id,
          hash: Buffer.from(row.hash, 'hex'),
          scopes: new Set(row.scopes.split(' ')),
          expiresAt: row.expires_at,
        },
      ]),
    );
    this.#revision = revision;
  }
}

type ApplicationRow = Pick<
  Selectable<ApplicationTable>,
  'id' | 'app_key' | 'rate_limit' | 'session_timeout' | 'keep_vectors'
>;
type KeyRow = Pick<Selectable<ApiKeyTable>, 'id' | 'app_id' | 'hash' | 'expires_at'>;

/**
 * Applications by application key. Visits every row once: this runs with every change, on the acknowledging
 * thread.
 */
export function applicationsByKey(
  applications: readonly ApplicationRow[],
  keys: readonly KeyRow[],
): Map<string, AccessApplication> {
  const keysOf = Map.groupBy(keys, (key) => key.app_id);
  return new Map(
    applications.map((row) => [
      row.app_key,
      {
        id: row.id,
        appKey: row.app_key,
        keys: (keysOf.get(row.id) ?? []).map(accessKey),
        rateLimit: row.rate_limit,
        sessionTimeout: row.session_timeout,
        keepVectors: row.keep_vectors === 1,
      },
    ]),
  );
}

function accessKey({ id, hash, expires_at: expiresAt }: KeyRow): AccessKey {
  return { id, hash: Buffer.from(hash, 'hex'), expiresAt };
}
