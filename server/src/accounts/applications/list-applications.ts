import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

export type ListedKey = {
  id: string;
  name: string;
  hint: string;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
};
export type ListedApplication = {
  id: string;
  name: string;
  appKey: string;
  rateLimit: number | null;
  createdAt: number;
  archivedAt: number | null;
  keys: ListedKey[];
};

export async function listApplications(db: Kysely<Tables>): Promise<ListedApplication[]> {
  const applications = await db
    .selectFrom('application')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .execute();
  const keys = await db.selectFrom('api_key').selectAll().orderBy('created_at').execute();
  const keysOf = Map.groupBy(keys, (key) => key.app_id);
  return applications.map((application) => ({
    id: application.id,
    name: application.name,
    appKey: application.app_key,
    rateLimit: application.rate_limit,
    createdAt: application.created_at,
    archivedAt: application.archived_at,
    keys: (keysOf.get(application.id) ?? []).map((key) => ({
      id: key.id,
      name: key.name,
      hint: key.hint,
      createdAt: key.created_at,
      expiresAt: key.expires_at,
      revokedAt: key.revoked_at,
      lastUsedAt: key.last_used_at,
    })),
  }));
}
