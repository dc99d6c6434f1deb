import type { Ledger, LedgerEntry } from '@parley/contract';
import { type JournalEnd, noCounts, readLedger } from '../cluster/ledger.ts';
import type { Apps } from '../queries/filters.ts';
import { type JsonBytes, jsonBytes } from './json-bytes.ts';
import type { Sources } from './sources.ts';

export type AskedLedger = {
  apps: Apps;
  /** The end of the journal that the ledger has counted; `waiting` counts what follows it. */
  counted: JournalEnd;
  waiting: readonly WaitingCount[];
};
export type WaitingCount = { appId: string; day: string; count: number };

/** The ledger with waiting entries, newest day first; null when it advanced meanwhile: the caller retries. */
export async function ledgerWith(
  { metadata, node }: Pick<Sources, 'metadata' | 'node'>,
  { apps, counted, waiting }: AskedLedger,
): Promise<JsonBytes<Ledger> | null> {
  const rows = new Map<string, LedgerEntry>();
  for (const appId of apps) {
    const state = await readLedger(metadata, node, appId);
    if (state.counted.segment !== counted.segment || state.counted.offset !== counted.offset) return null;
    for (const day of state.days) rows.set(`${appId} ${day.day}`, { appId, ...day, waiting: 0 });
  }
  for (const { appId, day, count } of waiting) {
    const row = rows.get(`${appId} ${day}`) ?? { appId, day, ...noCounts(), waiting: 0 };
    rows.set(`${appId} ${day}`, { ...row, received: row.received + count, waiting: count });
  }
  const data = [...rows.values()].sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0));
  return jsonBytes({ data });
}
