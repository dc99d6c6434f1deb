/** Search for users by part of a name, an address or a key. */
import type { QueryParams } from '../store/query-params.ts';
import { type Apps, appCondition, type Conditions } from './filters.ts';

/** The newest non-empty value of a column, spelled as in the projection `by_user`. */
export function newestText(column: string): string {
  return `argMaxIf(${column}, (requested_at, id), notEmpty(${column}))`;
}

/** Condition: every word occurs in one of the texts, ignoring case, at any position. */
function occurring(who: string, texts: readonly string[]): Conditions {
  const words = who.normalize('NFC').split(/\s+/).filter(Boolean);
  const all = `concat(${texts.join(", '\\n', ")})`;
  const params: QueryParams = Object.fromEntries(words.map((word, i) => [`who${i}`, word]));
  const where = words.map((_, i) => `positionCaseInsensitiveUTF8(${all}, {who${i}:String}) > 0`);
  return { where: where.join(' AND '), params };
}

/**
 * Identified users, searched in all of their interactions: a time range limits what users did, not what they are
 * called.
 */
export function namedUsers(apps: Apps, who: string): { sql: string; params: QueryParams } {
  const ofApps = appCondition(apps);
  const { where, params } = occurring(who, [
    newestText('first_name'),
    newestText('last_name'),
    newestText('email'),
    'user_key',
  ]);
  const sql = `SELECT app_id, user_key FROM interactions WHERE ${ofApps.where} AND notEmpty(user_key)
    GROUP BY app_id, user_key HAVING ${where}`;
  return { sql, params: { ...ofApps.params, ...params } };
}

/** Anonymous users, who may still have a name; their key is the id of their only interaction. */
export function unnamedUsers(who: string): Conditions {
  return occurring(who, ['first_name', 'last_name', 'toString(id)']);
}
