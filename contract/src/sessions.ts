/**
 * Sessions: the interactions of one application under one session name, split where no request came before
 * the timeout.
 */
import { z } from 'zod';
import { CursorText, Direction, InteractionFilters, Limit, pageOf } from './filters.ts';
import { ExportedIds, ExportFormat, Highlights, ListedInteraction } from './interactions.ts';
import { Message, Timestamp, Usage } from './record.ts';
import { ScoreDimension } from './score-filters.ts';
import { Scores } from './scores.ts';

export const SESSION_ORDERS = [
  'lastAt',
  'startedAt',
  'interactions',
  'totalTokens',
  'costUsd',
  'errors',
  'slowestMs',
] as const;

export const SessionState = z.enum(['current', 'ended']);

/** Maximum length of a message shown in one line, in UTF-16 code units. */
export const SESSION_TEXT_LENGTH = 200;

/** Maximum number of label values of a session, of all names together. */
export const MAX_SESSION_LABELS = 50;

export const Session = z.object({
  id: z.uuid().describe("The id of its first interaction; any of its interactions' ids finds it"),
  appId: z.string(),
  session: z.string().describe('The name the application gave it'),
  title: z
    .string()
    .nullable()
    .describe(
      `The first message of a user in its first interaction, in one line of ${SESSION_TEXT_LENGTH} characters at most; null when there is none, or texts are not kept`,
    ),
  lastAnswer: z
    .string()
    .nullable()
    .describe('What was answered last, cut in the same way; null when its newest interaction has no text'),
  startedAt: Timestamp.describe('When its first request was made'),
  lastAt: Timestamp.describe('When its last request was made'),
  endsAt: Timestamp.describe('When it ended, or will, unless somebody asks again before'),
  state: SessionState,
  interactions: z.int(),
  users: z.array(z.string()).describe('The keys of those who took part, 20 at most'),
  models: z.array(z.string()),
  labels: z
    .record(z.string(), z.array(z.string()))
    .describe(`The labels of its interactions, each with its values; ${MAX_SESSION_LABELS} values at most`),
  usage: Usage.describe('Sums; null where no upstream said anything'),
  costUsd: z.number().nullable(),
  errors: z.int().describe('Interactions that failed'),
  truncated: z.int().describe('Interactions whose answer was cut off at the length limit'),
  blocked: z.int().describe('Interactions that were blocked'),
  slowestMs: z.int().nullable().describe('The latency of its slowest interaction; null when none has any'),
  scores: Scores,
});
export type Session = z.infer<typeof Session>;

export const ListSessionsQuery = InteractionFilters.extend({
  state: SessionState.optional(),
  orderBy: z
    .union([z.enum(SESSION_ORDERS), ScoreDimension], {
      error: `Order by one of ${SESSION_ORDERS.join(', ')}, or by score.NAME for a score`,
    })
    .default('lastAt')
    .describe(
      `${SESSION_ORDERS.join(', ')}, or \`score.NAME\` for the mean of the scores about it and its interactions; those without one come last, either way`,
    ),
  order: Direction,
  limit: Limit,
  cursor: CursorText.optional(),
  startingAfter: z
    .uuid()
    .optional()
    .describe('Begin behind the session of this interaction, whether or not it fits; a cursor counts more'),
}).strict();
export type ListSessionsQuery = z.output<typeof ListSessionsQuery>;

/** Parameters of the whole list, without those of a page. */
export const ExportSessionsQuery = ListSessionsQuery.omit({ limit: true, cursor: true, startingAfter: true })
  .extend({
    id: ExportedIds.describe('Only the sessions of these interactions, by id; 100 at most'),
    as: ExportFormat,
  })
  .strict();
export type ExportSessionsQuery = z.output<typeof ExportSessionsQuery>;

/** The first interaction of a session in which a search found its words. */
export const SessionHit = z.object({
  id: z.uuid().describe('The interaction'),
  turn: z.int().positive().describe('Which one of the session it is: 1 is the first'),
  interactions: z.int().positive().describe('In how many interactions of the session they were found'),
  highlights: Highlights,
});
export type SessionHit = z.infer<typeof SessionHit>;

export const ListedSession = Session.extend({
  meanScore: z.number().nullable().optional().describe('What it is sorted by, where that is a score'),
  hit: SessionHit.optional().describe('Where the words were first found, when the question had a `q`'),
});
export type ListedSession = z.infer<typeof ListedSession>;

export const SessionList = pageOf(ListedSession);
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

/** A session with its interactions, oldest first. */
export const SessionConversation = Session.extend(pageOf(SessionTurn).shape);
export type SessionConversation = z.infer<typeof SessionConversation>;
