import type { Reading } from '../../reading/reading.ts';
import type { Bind } from '../bind.ts';

export function usersRoutes(bind: Bind, { reading }: { reading: Reading }): void {
  bind('listUsers', ({ asker, query, gone }) =>
    reading.query(asker.key, 'listUsers', asker.apps, query, gone),
  );

  bind('getUser', ({ asker, params, gone }) => reading.query(asker.key, 'getUser', asker.apps, params, gone));

  bind('listUserNames', ({ asker, query, gone }) =>
    reading.query(asker.key, 'listUserNames', asker.apps, query, gone),
  );
}
