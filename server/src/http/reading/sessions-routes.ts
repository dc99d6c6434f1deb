import type { Reading } from '../../reading/reading.ts';
import type { Bind } from '../bind.ts';

export function sessionsRoutes(bind: Bind, { reading }: { reading: Reading }): void {
  bind('listSessions', ({ asker, query, gone }) =>
    reading.query(asker.key, 'listSessions', asker.apps, query, gone),
  );

  bind('getSession', ({ asker, params, query, gone }) =>
    reading.query(asker.key, 'getSession', asker.apps, { ...params, ...query }, gone),
  );
}
