import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

export async function listKeys(db: Kysely<Tables>, appId: string) {
  return db
    .selectFrom('api_key')
    .select([
      'id',
      'name',
      'hint',
      'created_at as createdAt',
      'last_used_at as lastUsedAt',
      'expires_at as expiresAt',
      'revoked_at as revokedAt',
    ])
    .where('app_id', '=', appId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
