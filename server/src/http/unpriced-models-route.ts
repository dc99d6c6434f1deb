import { unpricedModels } from '../queries/unpriced-models.ts';
import type { Store } from '../store/store.ts';
import type { Bind } from './bind.ts';

export type UnpricedModelSources = { store: Store };

export function unpricedModelsRoute(bind: Bind, { store }: UnpricedModelSources): void {
  bind('listUnpricedModels', ({ asker, query }) => unpricedModels(store, asker.apps, query));
}
