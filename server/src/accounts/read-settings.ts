import type { ApplicationSettings } from '@parley/contract';
import type { Kysely } from 'kysely';
import { NoSuchApplication } from './find-application.ts';
import type { Tables } from './tables.ts';

export async function readSettings(db: Kysely<Tables>, appId: string): Promise<ApplicationSettings> {
  const row = await db
    .selectFrom('application')
    .selectAll()
    .where('id', '=', appId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new NoSuchApplication(`There is no application "${appId}".`);
  return {
    name: row.name,
    timeZone: row.time_zone,
    rateLimit: row.rate_limit,
    sessionTimeout: row.session_timeout,
    retentionDays: row.retention_days,
    bodyRetentionDays: row.body_retention_days,
    storeBodies: row.store_bodies === 1,
  };
}
