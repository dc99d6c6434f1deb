import type { QueryAnswer } from '@parley/contract';
import type { Store } from '../../store/store.ts';
import type { Apps } from '../filters.ts';
import { listUserNames } from '../list-user-names.ts';

/** The answer with the names of the users among its groups, so that whoever shows it need not ask again. */
export async function withUserNames(store: Store, apps: Apps, answer: QueryAnswer): Promise<QueryAnswer> {
  const keys = new Set(answer.rows.flatMap(({ user }) => (typeof user === 'string' ? [user] : [])));
  if (keys.size === 0) return { ...answer, users: [] };
  const named = { user: [...keys], limit: keys.size * apps.length };
  return { ...answer, users: (await listUserNames(store, apps, named)).data };
}
