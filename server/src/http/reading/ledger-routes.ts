import type { JournalEnd } from '../../cluster/ledger.ts';
import type { Pending } from '../../ingest/pending.ts';
import type { Apps } from '../../queries/filters.ts';
import type { WaitingCount } from '../../reading/ledger.ts';
import type { Reading } from '../../reading/reading.ts';
import type { Bind } from '../bind.ts';

export type LedgerSources = {
  reading: Reading;
  pending: Pending;
  /** The end of this server's frames that are in the ledger. */
  countedUpTo: () => Promise<JournalEnd>;
};

export function ledgerRoutes(bind: Bind, { reading, pending, countedUpTo }: LedgerSources): void {
  bind('getLedger', async ({ asker: { apps, key }, gone }) => {
    for (;;) {
      const counted = await countedUpTo();
      const waiting = waitingBehind(pending, apps, counted);
      const ledger = await reading.lookUp(key, 'ledgerWith', { apps, counted, waiting }, { gone });
      if (ledger) return ledger;
      // The drain was faster: what was waiting is counted by now.
      gone.throwIfAborted();
    }
  });
}

function waitingBehind(pending: Pending, apps: Apps, counted: JournalEnd): WaitingCount[] {
  return apps.flatMap((appId) =>
    [...pending.countByDay(appId, counted)].map(([day, count]) => ({ appId, day, count })),
  );
}
