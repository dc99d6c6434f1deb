import { timeZoneNamed } from '@parley/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../../metadata/tables.ts';

/** The time zone shared by the given applications, or by all of them; UTC if they have several. */
export async function timeZoneOf(db: Kysely<Tables>, apps?: readonly string[]): Promise<string> {
  const all = db.selectFrom('application').select('time_zone').distinct().where('deleted_at', 'is', null);
  const zones = await (apps ? all.where('id', 'in', apps) : all).execute();
  const names = new Set(zones.map(({ time_zone }) => timeZoneNamed(time_zone) ?? 'UTC'));
  const [only, other] = names;
  return only === undefined || other !== undefined ? 'UTC' : only;
}
