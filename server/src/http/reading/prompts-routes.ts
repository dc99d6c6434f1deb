import type { Reading } from '../../reading/reading.ts';
import type { Bind } from '../bind.ts';

export function promptsRoutes(bind: Bind, { reading }: { reading: Reading }): void {
  bind('listPrompts', ({ asker, query, gone }) =>
    reading.query(asker.key, 'listPrompts', asker.apps, query, gone),
  );

  bind('getPrompt', ({ asker, params, query, gone }) =>
    reading.query(asker.key, 'getPrompt', asker.apps, { ...query, id: params.prompt }, gone),
  );
}
