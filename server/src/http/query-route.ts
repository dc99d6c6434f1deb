import { ApiError } from '../errors.ts';
import { InvalidQuestion, runQuery } from '../queries/query/run.ts';
import type { Store } from '../store/store.ts';
import { narrowTo } from './asker.ts';
import type { Bind } from './bind.ts';

export function queryRoute(bind: Bind, { store }: { store: Store }): void {
  bind('query', async ({ asker, body }) => {
    try {
      return await runQuery(store, narrowTo(asker, body.filters.app).apps, body, Date.now());
    } catch (error) {
      if (!(error instanceof InvalidQuestion)) throw error;
      const issue = { path: error.path, code: 'invalid_combination', message: error.message };
      throw new ApiError('invalid_query', { issues: [issue] });
    }
  });
}
