/** The columns of exported users. */
import type { UserSummary } from '@parley/contract';
import { type Column, scoresText, USAGE_COLUMNS } from './column.ts';

export const USER_COLUMNS: readonly Column<UserSummary>[] = [
  { name: 'key', kind: 'text', of: ({ key }) => key },
  { name: 'appId', kind: 'text', of: ({ appId }) => appId },
  { name: 'identified', kind: 'flag', of: ({ identified }) => identified },
  { name: 'userId', kind: 'text', of: ({ userId }) => userId },
  { name: 'email', kind: 'text', of: ({ email }) => email },
  { name: 'isAuthenticated', kind: 'flag', of: ({ isAuthenticated }) => isAuthenticated },
  { name: 'firstName', kind: 'text', of: ({ firstName }) => firstName },
  { name: 'lastName', kind: 'text', of: ({ lastName }) => lastName },
  { name: 'phone', kind: 'text', of: ({ phone }) => phone },
  { name: 'gender', kind: 'text', of: ({ gender }) => gender },
  { name: 'firstSeenAt', kind: 'time', of: ({ firstSeenAt }) => firstSeenAt },
  { name: 'lastSeenAt', kind: 'time', of: ({ lastSeenAt }) => lastSeenAt },
  { name: 'interactions', kind: 'count', of: ({ interactions }) => interactions },
  { name: 'sessions', kind: 'count', of: ({ sessions }) => sessions },
  { name: 'scores', kind: 'text', of: ({ scores }) => scoresText(scores) },
  ...USAGE_COLUMNS,
  { name: 'costUsd', kind: 'number', of: ({ costUsd }) => costUsd },
];
