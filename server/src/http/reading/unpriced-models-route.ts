import type { Reading } from '../../reading/reading.ts';
import type { Bind } from '../bind.ts';

export function unpricedModelsRoute(bind: Bind, { reading }: { reading: Reading }): void {
  bind('listUnpricedModels', ({ asker, query, gone }) =>
    reading.query(asker.key, 'listUnpricedModels', asker.apps, query, gone),
  );
}
