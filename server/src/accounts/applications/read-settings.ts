import { type ApplicationSettings, timeZoneNamed } from '@parley/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { NoSuchApplication } from './find-application.ts';

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
    // Earlier versions accepted invalid names, and the database may be older or newer than the zones known
    // here.
    timeZone: timeZoneNamed(row.time_zone) ?? 'UTC',
    rateLimit: row.rate_limit,
    sessionTimeout: row.session_timeout,
    retentionDays: row.retention_days,
    bodyRetentionDays: row.body_retention_days,
    storeBodies: row.store_bodies === 1,
    keepVectors: row.keep_vectors === 1,
  };
}
