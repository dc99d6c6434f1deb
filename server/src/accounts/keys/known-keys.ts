import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { hashSecret } from '../secrets.ts';

export type KeyEnds = { revokedAt: number | null; expiresAt: number | null };

/** The keys of an application, used to explain why a request was refused. */
export type KnownKeys = {
  appId: string;
  appKeyHash: string;
  isArchived: boolean;
  /** By hash, including revoked and expired keys. */
  apiKeys: ReadonlyMap<string, KeyEnds>;
};

export async function knownKeys(db: Kysely<Tables>, appIds: readonly string[]): Promise<KnownKeys[]> {
  const applications = await db
    .selectFrom('application')
    .select(['id', 'app_key', 'archived_at'])
    .where('id', 'in', appIds)
    .where('deleted_at', 'is', null)
    .execute();
  const keys = await db
    .selectFrom('api_key')
    .select(['app_id', 'hash', 'revoked_at as revokedAt', 'expires_at as expiresAt'])
    .where('app_id', 'in', appIds)
    .execute();
  const keysOf = Map.groupBy(keys, (key) => key.app_id);
  return applications.map(({ id, app_key, archived_at }) => ({
    appId: id,
    appKeyHash: hashSecret(app_key),
    isArchived: archived_at !== null,
    apiKeys: new Map(
      (keysOf.get(id) ?? []).map(({ hash, revokedAt, expiresAt }) => [hash, { revokedAt, expiresAt }]),
    ),
  }));
}
