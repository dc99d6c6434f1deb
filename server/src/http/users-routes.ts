import { ApiError } from '../errors.ts';
import { getUser } from '../queries/get-user.ts';
import { listUsers } from '../queries/list-users.ts';
import type { Store } from '../store/store.ts';
import type { Bind } from './bind.ts';

export function usersRoutes(bind: Bind, { store }: { store: Store }): void {
  bind('listUsers', ({ asker, query }) => listUsers(store, asker.apps, query));

  bind('getUser', async ({ asker, params }) => {
    const user = await getUser(store, asker.apps, params.key, Date.now());
    if (user) return user;
    throw new ApiError('not_found', { message: 'There is no user with that key here.' });
  });
}
