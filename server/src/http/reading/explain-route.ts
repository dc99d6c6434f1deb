import type { Reading } from '../../reading/reading.ts';
import { narrowTo } from '../asker.ts';
import type { Bind } from '../bind.ts';

export function explainRoute(bind: Bind, { reading }: { reading: Reading }): void {
  bind('explain', async ({ asker, body, gone }) =>
    reading.query(asker.key, 'explain', narrowTo(asker, body.filters.app).apps, body, gone),
  );
}
