import { Ledger } from '@parley/contract';
import { eventually } from './eventually.ts';
import type { TestServer } from './server-process.ts';

/** Resolves once something was received and all of it is stored. */
export function nothingWaits(server: TestServer, withinMs: number): Promise<void> {
  return eventually(
    'everything is in the store',
    async () => {
      const { data: days } = Ledger.parse((await server.get('/v1/ledger')).json);
      return days.length > 0 && days.every(({ waiting }) => waiting === 0);
    },
    withinMs,
  );
}
