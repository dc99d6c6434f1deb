import type { ListUserNamesQuery, UserNameList } from '@parley/contract';
import { z } from 'zod';
import { IN, sql } from '../store/layout/sql.ts';
import type { Store } from '../store/store.ts';
import { type Apps, conditions } from './filters.ts';
import { namedUsers, newestText } from './user-search.ts';

const text = z.string().transform((value) => value || null);
const Row = z.object({
  app_id: z.string(),
  key: z.string(),
  email_text: text,
  first_name_text: text,
  last_name_text: text,
});

/** Names of users from all their interactions, last seen first. Fast, since nothing is counted. */
export async function listUserNames(
  store: Store,
  apps: Apps,
  { user, who, limit }: ListUserNamesQuery,
): Promise<UserNameList> {
  const fits = conditions(apps, { user });
  const sought = who === undefined ? null : namedUsers(apps, who);
  const rows = await store.query(
    Row,
    sql`
      SELECT app_id, user_key AS key, ${newestText('email')} AS email_text,
             ${newestText('first_name')} AS first_name_text, ${newestText('last_name')} AS last_name_text
      FROM interactions
      WHERE ${fits.where} AND notEmpty(user_key)
        ${sought ? sql`AND (app_id, user_key) ${IN} (${sought.sql})` : ''}
      GROUP BY app_id, user_key
      ORDER BY max(requested_at) DESC, user_key, app_id
      LIMIT {limit:UInt32}`,
    { ...fits.params, ...sought?.params, limit },
  );
  return {
    data: rows.map((row) => ({
      key: row.key,
      appId: row.app_id,
      email: row.email_text,
      firstName: row.first_name_text,
      lastName: row.last_name_text,
    })),
  };
}
