import { ApiError } from '../errors.ts';
import { getSession } from '../queries/get-session.ts';
import { listSessions } from '../queries/list-sessions.ts';
import type { Store } from '../store/store.ts';
import type { Bind } from './bind.ts';

export function sessionsRoutes(bind: Bind, { store }: { store: Store }): void {
  bind('listSessions', ({ asker, query }) => listSessions(store, asker.apps, query, Date.now()));

  bind('getSession', async ({ asker, params, query }) => {
    const session = await getSession(store, asker.apps, params.id, query, Date.now());
    if (session) return session;
    throw new ApiError('not_found', { message: 'No session here has an interaction with that id.' });
  });
}
