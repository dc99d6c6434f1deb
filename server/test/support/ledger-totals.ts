import { Ledger, type LedgerEntry } from '@parley/contract';
import type { TestServer } from './server-process.ts';

export type LedgerTotals = Omit<LedgerEntry, 'appId' | 'day'>;

/** The ledger summed over all days, since a test may run at midnight. */
export async function ledgerTotals(server: Pick<TestServer, 'get'>): Promise<LedgerTotals> {
  const totals = {
    received: 0,
    stored: 0,
    duplicate: 0,
    rejected: 0,
    ignored: 0,
    scores: 0,
    damaged: 0,
    waiting: 0,
  };
  for (const { appId, day, ...counts } of Ledger.parse((await server.get('/v1/ledger')).json).data) {
    for (const name of Object.keys(counts) as (keyof LedgerTotals)[]) totals[name] += counts[name];
  }
  return totals;
}
