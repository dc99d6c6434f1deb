import { z } from 'zod';
import { CursorText, Limit, pageOf } from './filters.ts';
import { Issue, Timestamp, Warning } from './record.ts';

export const Rejection = z.object({
  id: z.uuid(),
  appId: z.string(),
  receivedAt: Timestamp,
  issues: z.array(Issue),
  bytes: z.int(),
  replayedAs: z.uuid().nullable().describe('The interaction a replay made of it'),
});
export type Rejection = z.infer<typeof Rejection>;

export const ListRejectionsQuery = z
  .object({ app: z.string().optional(), limit: Limit, cursor: CursorText.optional() })
  .strict();
export type ListRejectionsQuery = z.output<typeof ListRejectionsQuery>;

export const RejectionList = pageOf(Rejection);
export type RejectionList = z.infer<typeof RejectionList>;

/** Response of `/track` to an accepted interaction. */
export const Accepted = z.object({
  status: z.literal('ok'),
  id: z.uuid(),
  duplicate: z.boolean().optional().describe('It was recorded before, and is not recorded again'),
  warnings: z.array(Warning).optional().describe('What was read leniently, or does not fit together'),
});
export type Accepted = z.infer<typeof Accepted>;
