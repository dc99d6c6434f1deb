import { ApplicationSettings, type ApplicationSettingsChanges } from '@parley/contract';
import type { Kysely } from 'kysely';
import { change } from '../../metadata/change.ts';
import type { Tables } from '../../metadata/tables.ts';
import { readSettings } from './read-settings.ts';

/** Thrown for settings that are valid alone but contradict existing ones. */
export class InvalidSettings extends Error {}

/** Applies the given changes; returns all settings as they are now. */
export async function updateSettings(
  db: Kysely<Tables>,
  appId: string,
  changes: ApplicationSettingsChanges,
): Promise<ApplicationSettings> {
  return change(db, async (tx) => {
    const merged = ApplicationSettings.safeParse({ ...(await readSettings(tx, appId)), ...changes });
    if (!merged.success)
      throw new InvalidSettings(merged.error.issues.map(({ message }) => message).join('; '));
    const settings = merged.data;
    await tx
      .updateTable('application')
      .set({
        name: settings.name,
        time_zone: settings.timeZone,
        rate_limit: settings.rateLimit,
        session_timeout: settings.sessionTimeout,
        retention_days: settings.retentionDays,
        body_retention_days: settings.bodyRetentionDays,
        store_bodies: settings.storeBodies ? 1 : 0,
        keep_vectors: settings.keepVectors ? 1 : 0,
      })
      .where('id', '=', appId)
      .execute();
    return settings;
  });
}
