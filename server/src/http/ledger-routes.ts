import { type LedgerEntry, LedgerQuery } from '@parley/contract';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../accounts/access.ts';
import type { LedgerState } from '../accounts/ledger.ts';
import type { Pending } from '../ingest/pending.ts';
import { applicationOf, authorise } from './asker.ts';
import { parseQuery } from './parse.ts';

export type LedgerSources = {
  access: Access;
  pending: Pending;
  readLedger: (appId: string) => Promise<LedgerState>;
};

export function ledgerRoutes(app: FastifyInstance, { access, pending, readLedger }: LedgerSources): void {
  app.get('/v1/ledger', async (request) => {
    const token = await authorise(access, request, 'read');
    const appId = applicationOf(token, parseQuery(LedgerQuery, request.query).app);
    const { days, counted } = await readLedger(appId);
    const waiting = pending.countByDay(appId, counted);
    const rows = new Map<string, LedgerEntry>();
    for (const day of days) rows.set(day.day, { appId, ...day, waiting: 0 });
    for (const [day, count] of waiting) {
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
    return { data: [...rows.values()].sort((a, b) => b.day.localeCompare(a.day)) };
  });
}
