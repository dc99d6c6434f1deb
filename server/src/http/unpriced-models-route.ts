import { UnpricedModelsQuery } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../accounts/access.ts';
import { unpricedModels } from '../queries/unpriced-models.ts';
import type { Store } from '../store/store.ts';
import { applicationOf, authorise } from './asker.ts';
import { parseQuery } from './parse.ts';

export type UnpricedModelSources = { access: Access; store: Store };

export function unpricedModelsRoute(app: FastifyInstance, { access, store }: UnpricedModelSources): void {
  app.get('/v1/unpriced-models', async (request) => {
    const token = await authorise(access, request, 'read');
    const query = parseQuery(UnpricedModelsQuery, request.query);
    return unpricedModels(store, applicationOf(token, query.app), query);
  });
}
