import { SCOPES } from '@parley/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

export async function listTokens(db: Kysely<Tables>, appId: string) {
  const rows = await db
    .selectFrom('read_token')
    .select([
      'id',
      'name',
      'hint',
      'scopes',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'revoked_at as revokedAt',
    ])
    .where('app_id', '=', appId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ scopes, ...row }) => {
    const given = scopes.split(' ');
    return { ...row, scopes: SCOPES.filter((scope) => given.includes(scope)) };
  });
}
