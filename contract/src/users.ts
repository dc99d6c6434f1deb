/** Users: those whom an application named by `userId` or `email`; everybody else is new every time. */
import { z } from 'zod';
import { CursorText, Direction, Flag, InteractionFilters, Limit, pageOf } from './filters.ts';
import { Timestamp, Usage, User } from './record.ts';
import { Session } from './sessions.ts';

export const USER_ORDERS = ['lastSeenAt', 'firstSeenAt', 'interactions', 'totalTokens', 'costUsd'] as const;

/** The profile is the newest non-empty value of each field. */
export const UserSummary = User.extend({
  /** For somebody who was not named, the id of the only interaction. */
  key: z.string(),
  appId: z.string(),
  identified: z.boolean(),
  firstSeenAt: Timestamp,
  lastSeenAt: Timestamp,
  interactions: z.int(),
  sessions: z.int(),
  /** Sums; null where no upstream said anything. */
  usage: Usage,
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

export const UserList = pageOf(UserSummary);
export type UserList = z.infer<typeof UserList>;

export const GetUserQuery = InteractionFilters.pick({ app: true }).strict();
export type GetUserQuery = z.output<typeof GetUserQuery>;

/** With the newest 20 sessions; `/v1/sessions?user=KEY` has them all. */
export const UserDetail = UserSummary.extend({ recentSessions: z.array(Session) });
export type UserDetail = z.infer<typeof UserDetail>;
