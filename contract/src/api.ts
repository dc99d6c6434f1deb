/** What the reading API takes and returns. */
import { z } from 'zod';
import { FORMATS } from './formats.ts';
import { FinishReason, Interaction, Issue, Outcome } from './record.ts';

/** ISO 8601 with a time zone, or milliseconds since 1970. */
const instant = z
  .union([z.iso.datetime({ offset: true }), z.stringFormat('milliseconds', /^\d{1,15}$/)])
  .transform((value) => (/^\d+$/.test(value) ? Number(value) : Date.parse(value)));

export const InteractionFilters = z.object({
  app: z.string().optional(),
  /** Inclusive. */
  from: instant.optional(),
  /** Exclusive. */
  to: instant.optional(),
  format: z.enum(FORMATS).optional(),
  type: z.string().optional(),
  model: z.string().optional(),
  session: z.string().optional(),
  user: z.string().optional(),
  outcome: Outcome.optional(),
  finishReason: FinishReason.optional(),
  minLatencyMs: z.coerce.number().nonnegative().optional(),
});
export type InteractionFilters = z.output<typeof InteractionFilters>;

const limit = z.coerce.number().int().min(1).max(500).default(50);

export const ListInteractionsQuery = InteractionFilters.extend({
  limit,
  cursor: z.string().optional(),
}).strict();
export type ListInteractionsQuery = z.output<typeof ListInteractionsQuery>;

export const InteractionList = z.object({ data: z.array(Interaction), nextCursor: z.string().nullable() });
export type InteractionList = z.infer<typeof InteractionList>;

export const Rejection = z.object({
  id: z.uuid(),
  appId: z.string(),
  receivedAt: z.string(),
  issues: z.array(Issue),
  bytes: z.int(),
  /** The interaction a replay made of it. */
  replayedAs: z.uuid().nullable(),
});
export type Rejection = z.infer<typeof Rejection>;

export const ListRejectionsQuery = z
  .object({ app: z.string().optional(), limit, cursor: z.string().optional() })
  .strict();
export type ListRejectionsQuery = z.output<typeof ListRejectionsQuery>;

export const RejectionList = z.object({ data: z.array(Rejection), nextCursor: z.string().nullable() });
export type RejectionList = z.infer<typeof RejectionList>;

/** received = stored + duplicate + rejected + waiting, for every application and day (UTC). */
export const LedgerEntry = z.object({
  appId: z.string(),
  day: z.string(),
  received: z.int(),
  stored: z.int(),
  duplicate: z.int(),
  rejected: z.int(),
  waiting: z.int(),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

export const LedgerQuery = z.object({ app: z.string().optional() }).strict();
export const Ledger = z.object({ data: z.array(LedgerEntry) });

/** A model whose tokens were counted, but for which no price is known. */
export const UnpricedModel = z.object({
  format: z.enum(FORMATS),
  model: z.string().nullable(),
  interactions: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
});
export type UnpricedModel = z.infer<typeof UnpricedModel>;

export const UnpricedModelsQuery = z
  .object({ app: z.string().optional(), from: instant.optional(), to: instant.optional() })
  .strict();
export type UnpricedModelsQuery = z.output<typeof UnpricedModelsQuery>;

export const UnpricedModelList = z.object({ data: z.array(UnpricedModel) });
export type UnpricedModelList = z.infer<typeof UnpricedModelList>;
