/**
 * Sessions: the interactions of one application that carry one session name, cut where nobody asked
 * before the time was up.
 */
import { z } from 'zod';
import { CursorText, Direction, InteractionFilters, Limit, pageOf } from './filters.ts';
import { ListedInteraction } from './interactions.ts';
import { Message, Timestamp, Usage } from './record.ts';

export const SESSION_ORDERS = [
  'lastAt',
  'startedAt',
  'interactions',
  'totalTokens',
  'costUsd',
  'errors',
] as const;

export const SessionState = z.enum(['current', 'ended']);

export const Session = z.object({
  id: z.uuid().describe("The id of its first interaction; any of its interactions' ids finds it"),
  appId: z.string(),
  session: z.string().describe('The name the application gave it'),
  startedAt: Timestamp.describe('When its first request was made'),
  lastAt: Timestamp.describe('When its last request was made'),
  endsAt: Timestamp.describe('When it ended, or will, unless somebody asks again before'),
  state: SessionState,
  interactions: z.int(),
  users: z.array(z.string()).describe('The keys of those who took part, 20 at most'),
  models: z.array(z.string()),
  usage: Usage.describe('Sums; null where no upstream said anything'),
  costUsd: z.number().nullable(),
  errors: z.int(),
});
export type Session = z.infer<typeof Session>;

export const ListSessionsQuery = InteractionFilters.extend({
  state: SessionState.optional(),
  orderBy: z.enum(SESSION_ORDERS).default('lastAt'),
  order: Direction,
  limit: Limit,
  cursor: CursorText.optional(),
}).strict();
export type ListSessionsQuery = z.output<typeof ListSessionsQuery>;

export const SessionList = pageOf(Session);
export type SessionList = z.infer<typeof SessionList>;

export const SessionTurn = ListedInteraction.omit({ highlights: true }).extend({
  newInput: z
    .array(Message)
    .describe('What this interaction adds to the conversation: its input without the repeated history'),
});
export type SessionTurn = z.infer<typeof SessionTurn>;

export const GetSessionQuery = z
  .object({ limit: z.coerce.number().int().min(1).max(500).default(100), cursor: CursorText.optional() })
  .strict();
export type GetSessionQuery = z.output<typeof GetSessionQuery>;

/** A session and its interactions, the first one first. */
export const SessionConversation = Session.extend(pageOf(SessionTurn).shape);
export type SessionConversation = z.infer<typeof SessionConversation>;
