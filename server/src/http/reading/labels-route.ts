import type { Reading } from '../../reading/reading.ts';
import type { Bind } from '../bind.ts';

export function labelsRoute(bind: Bind, { reading }: { reading: Reading }): void {
  bind('listLabels', ({ asker, query, gone }) =>
    reading.query(asker.key, 'listLabels', asker.apps, query, gone),
  );
}
