import { z } from 'zod';

/** received = stored + duplicate + rejected + ignored + scores + damaged + waiting, for every application and day (UTC). */
export const LedgerEntry = z.object({
  appId: z.string(),
  day: z.iso.date(),
  received: z.int(),
  stored: z.int(),
  duplicate: z.int(),
  rejected: z.int(),
  ignored: z.int().describe('Spans that are no model calls, or repeat one'),
  scores: z.int().describe('Scores, which are kept beside what they are about'),
  damaged: z.int().describe('Acknowledged, and not to be read any more: the disk has damaged them'),
  waiting: z.int(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

export const LedgerQuery = z.object({ app: z.string().optional() }).strict();
export const Ledger = z.object({ data: z.array(LedgerEntry) });
export type Ledger = z.infer<typeof Ledger>;
