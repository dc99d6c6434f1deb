import type { Pending } from '../../ingest/pending.ts';
import type { Reading } from '../../reading/reading.ts';
import type { Bind } from '../bind.ts';

export type InteractionSources = { reading: Reading; pending: Pending };

export function interactionsRoutes(bind: Bind, { reading, pending }: InteractionSources): void {
  const asked = (id: string) => ({ id, waitsAt: pending.position(id) ?? null });

  bind('listInteractions', ({ asker, query, gone }) =>
    reading.answer('listInteractions', asker.apps, query, gone),
  );

  bind('getInteraction', ({ asker, params: { id }, gone }) =>
    reading.answer('getInteraction', asker.apps, asked(id), gone),
  );

  bind('getRawInteraction', ({ asker, params: { id }, gone }) =>
    reading.answer('getRawInteraction', asker.apps, asked(id), gone),
  );

  bind('getInteractionTurn', ({ asker, params, gone }) =>
    reading.answer('getInteractionTurn', asker.apps, params, gone),
  );

  bind('getNeighbours', ({ asker, params, query, gone }) =>
    reading.answer('getNeighbours', asker.apps, { ...params, ...query }, gone),
  );
}
