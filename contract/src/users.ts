/** Users, as named by `userId` or `email`. Every interaction without either is a new, anonymous user. */
import { z } from 'zod';
import { CursorText, Direction, Flag, InteractionFilters, Limit, pageOf } from './filters.ts';
import { ExportFormat } from './interactions.ts';
import { Timestamp, Usage, User } from './record.ts';
import { Scores } from './scores.ts';
import { Session } from './sessions.ts';

export const USER_ORDERS = ['lastSeenAt', 'firstSeenAt', 'interactions', 'totalTokens', 'costUsd'] as const;

/** A user with the newest non-empty value of each profile field. */
export const UserSummary = User.extend({
  key: z.string().describe('For somebody who was not named, the id of the only interaction'),
  appId: z.string(),
  identified: z.boolean().describe('Whether the application named them'),
  firstSeenAt: Timestamp,
  lastSeenAt: Timestamp,
  interactions: z.int(),
  sessions: z.int(),
  usage: Usage.describe('Sums; null where no upstream said anything'),
  costUsd: z.number().nullable(),
  scores: Scores,
});
export type UserSummary = z.infer<typeof UserSummary>;

/** Searches users; the filters beside it are about interactions. */
const Who = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .optional()
  .describe('Words that all have to occur in the name, the email address or the key, in any case');

export const ListUsersQuery = InteractionFilters.extend({
  who: Who,
  identified: Flag.optional().describe('Only those who were named, or only those who were not'),
  orderBy: z.enum(USER_ORDERS).default('lastSeenAt'),
  order: Direction,
  limit: Limit,
  cursor: CursorText.optional(),
}).strict();
export type ListUsersQuery = z.output<typeof ListUsersQuery>;

/** Parameters of the whole list, without those of a page. */
export const ExportUsersQuery = ListUsersQuery.omit({ limit: true, cursor: true })
  .extend({ as: ExportFormat })
  .strict();
export type ExportUsersQuery = z.output<typeof ExportUsersQuery>;

export const UserList = pageOf(UserSummary);
export type UserList = z.infer<typeof UserList>;

/** The names of a user of whom only the key is known. */
export const UserName = User.pick({ email: true, firstName: true, lastName: true }).extend({
  key: z.string(),
  appId: z.string(),
});
export type UserName = z.infer<typeof UserName>;

export const ListUserNamesQuery = InteractionFilters.pick({ app: true, user: true })
  .extend({ who: Who, limit: z.coerce.number().int().min(1).max(100).default(100) })
  .strict();
export type ListUserNamesQuery = z.output<typeof ListUserNamesQuery>;

export const UserNameList = z.object({ data: z.array(UserName) });
export type UserNameList = z.infer<typeof UserNameList>;

export const GetUserQuery = InteractionFilters.pick({ app: true }).strict();
export type GetUserQuery = z.output<typeof GetUserQuery>;

export const UserDetail = UserSummary.extend({
  recentSessions: z.array(Session).describe('The newest 20; `/v1/sessions?user=KEY` has them all'),
});
export type UserDetail = z.infer<typeof UserDetail>;
