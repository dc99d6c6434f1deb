import type { Reading } from '../../reading/reading.ts';
import { narrowTo } from '../asker.ts';
import type { Bind } from '../bind.ts';

export function queryRoute(bind: Bind, { reading }: { reading: Reading }): void {
  bind('query', async ({ asker, body, gone }) =>
    reading.query(asker.key, 'query', narrowTo(asker, body.filters.app).apps, body, gone),
  );
}
