import type { ListUsersQuery, UserList } from '@parley/contract';
import type { Store } from '../store/store.ts';
import { decodeCursor } from './cursor.ts';
import type { Apps } from './filters.ts';
import { findUsers, userFromRow } from './find-users.ts';
import { pageOf } from './page.ts';
import { targetsOfUser, withScores } from './with-scores.ts';

export async function listUsers(store: Store, apps: Apps, query: ListUsersQuery): Promise<UserList> {
  const { limit, orderBy, order, identified, who, cursor, ...filters } = query;
  const sorting = `${orderBy}_${order}`;
  const after = decodeCursor(cursor, sorting);
  const rows = await findUsers(store, apps, { filters, orderBy, order, limit, identified, who, after });
  const { page, nextCursor } = pageOf(rows, limit, (row) => ({
    order: sorting,
    value: row.sorted_by_digits,
    id: row.place,
  }));
  return { data: await withScores(store, apps, page.map(userFromRow), targetsOfUser), nextCursor };
}
