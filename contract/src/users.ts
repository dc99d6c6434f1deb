/** Users: those whom an application named by `userId` or `email`; everybody else is new every time. */
import { z } from 'zod';
import { CursorText, Direction, Flag, InteractionFilters, Limit, pageOf } from './filters.ts';
import { ExportFormat } from './interactions.ts';
import { Timestamp, Usage, User } from './record.ts';
import { Session } from './sessions.ts';

export const USER_ORDERS = ['lastSeenAt', 'firstSeenAt', 'interactions', 'totalTokens', 'costUsd'] as const;

/** The profile is the newest non-empty value of each field. */
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
});
export type UserSummary = z.infer<typeof UserSummary>;

export const ListUsersQuery = InteractionFilters.extend({
  identified: Flag.optional().describe('Only those who were named, or only those who were not'),
  orderBy: z.enum(USER_ORDERS).default('lastSeenAt'),
  order: Direction,
  limit: Limit,
  cursor: CursorText.optional(),
}).strict();
export type ListUsersQuery = z.output<typeof ListUsersQuery>;

/** What a list can be asked, for all of its pages. */
export const ExportUsersQuery = ListUsersQuery.omit({ limit: true, cursor: true })
  .extend({ as: ExportFormat })
  .strict();
export type ExportUsersQuery = z.output<typeof ExportUsersQuery>;

export const UserList = pageOf(UserSummary);
export type UserList = z.infer<typeof UserList>;

export const GetUserQuery = InteractionFilters.pick({ app: true }).strict();
export type GetUserQuery = z.output<typeof GetUserQuery>;

export const UserDetail = UserSummary.extend({
  recentSessions: z.array(Session).describe('The newest 20; `/v1/sessions?user=KEY` has them all'),
});
export type UserDetail = z.infer<typeof UserDetail>;
