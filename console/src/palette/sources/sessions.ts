import { call } from '../../api/call.ts';
import { relativeTime } from '../../lib/format.ts';
import type { Source } from '../item.ts';

/** Sessions by the application's session id. */
export const sessions: Source = {
  title: 'Sessions',
  async ask(typed, { appId, router }, signal) {
    if (!appId) return [];
    const { data } = await call(
      'GET /v1/sessions',
      { query: { app: appId, session: typed, limit: 5 } },
      signal,
    );
    return data.map(({ id, session, lastAt }) => ({
      id: `session-${id}`,
      title: `Session ${session}`,
      icon: 'sessions' as const,
      detail: relativeTime(lastAt),
      words: typed,
      href: router.buildLocation({ to: '/apps/$appId/sessions/$sessionId', params: { appId, sessionId: id } })
        .href,
    }));
  },
};
