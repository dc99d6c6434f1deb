import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';
import { updateSettings } from './update-settings.ts';

export async function renameApplication(db: Kysely<Tables>, appId: string, name: string): Promise<void> {
  await updateSettings(db, appId, { name });
}
