import type { LedgerEntry } from '@parley/contract';
import type { LedgerState } from '../accounts/ledger.ts';
import type { Pending } from '../ingest/pending.ts';
import type { Bind } from './bind.ts';

export type LedgerSources = {
  pending: Pending;
  readLedger: (appId: string) => Promise<LedgerState>;
};

export function ledgerRoutes(bind: Bind, sources: LedgerSources): void {
  bind('getLedger', async ({ asker }) => {
    const ledgers = await Promise.all(asker.apps.map((appId) => ledgerOf(sources, appId)));
    return { data: ledgers.flat().sort((a, b) => b.day.localeCompare(a.day)) };
  });
}

async function ledgerOf({ pending, readLedger }: LedgerSources, appId: string): Promise<LedgerEntry[]> {
  const { days, counted } = await readLedger(appId);
  const rows = new Map<string, LedgerEntry>();
  for (const day of days) rows.set(day.day, { appId, ...day, waiting: 0 });
  for (const [day, count] of pending.countByDay(appId, counted)) {
    const row = rows.get(day) ?? {
      appId,
      day,
      received: 0,
      stored: 0,
      duplicate: 0,
      rejected: 0,
      waiting: 0,
    };
    rows.set(day, { ...row, received: row.received + count, waiting: count });
  }
  return [...rows.values()];
}
