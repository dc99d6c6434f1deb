import type { Pending } from '../../ingest/pending.ts';
import type { Reading } from '../../reading/reading.ts';
import type { Bind } from '../bind.ts';

export type InteractionSources = { reading: Reading; pending: Pending };

export function interactionsRoutes(bind: Bind, { reading, pending }: InteractionSources): void {
  const asked = (id: string) => ({ id, waitsAt: pending.position(id) ?? null });

  bind('listInteractions', ({ asker, query, gone }) =>
    reading.query(asker.key, 'listInteractions', asker.apps, query, gone),
  );

  bind('getInteraction', ({ asker, params: { id }, gone }) =>
    reading.query(asker.key, 'getInteraction', asker.apps, asked(id), gone),
  );

  bind('getRawInteraction', ({ asker, params: { id }, gone }) =>
    reading.query(asker.key, 'getRawInteraction', asker.apps, asked(id), gone),
  );

  bind('getInteractionTurn', ({ asker, params, gone }) =>
    reading.query(asker.key, 'getInteractionTurn', asker.apps, params, gone),
  );

  bind('getNeighbours', ({ asker, params, query, gone }) =>
    reading.query(asker.key, 'getNeighbours', asker.apps, { ...params, ...query }, gone),
  );
}
