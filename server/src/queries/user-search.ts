/** Who is meant by what people type: part of a name, an address or a key. Values are parameters, never SQL. */
import type { QueryParams } from '../store/query-params.ts';
import { type Apps, appCondition, type Conditions } from './filters.ts';

/** The newest value that is not empty; as the projection `by_user` has it. */
export function newestText(column: string): string {
  return `argMaxIf(${column}, (requested_at, id), notEmpty(${column}))`;
}

/** Every word has to occur in one of the texts, in any case and as any part of it. */
function occurring(who: string, texts: readonly string[]): Conditions {
  const words = who.normalize('NFC').split(/\s+/).filter(Boolean);
  const all = `concat(${texts.join(", '\\n', ")})`;
  const params: QueryParams = Object.fromEntries(words.map((word, i) => [`who${i}`, word]));
  const where = words.map((_, i) => `positionCaseInsensitiveUTF8(${all}, {who${i}:String}) > 0`);
  return { where: where.join(' AND '), params };
}

/**
 * Whom the application named. Their whole time counts, as the range that is looked at is about what they did
 * and not about what they are called.
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

/** Whoever was named by neither may still have a name; the key is that of their only interaction. */
export function unnamedUsers(who: string): Conditions {
  return occurring(who, ['first_name', 'last_name', 'toString(id)']);
}
