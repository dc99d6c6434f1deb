/** The columns of exported sessions. */
import type { Session } from '@parley/contract';
import { type Column, labelsText, listed, scoresText, USAGE_COLUMNS } from './column.ts';

export const SESSION_COLUMNS: readonly Column<Session>[] = [
  { name: 'id', kind: 'text', of: ({ id }) => id },
  { name: 'appId', kind: 'text', of: ({ appId }) => appId },
  { name: 'session', kind: 'text', of: ({ session }) => session },
  { name: 'title', kind: 'text', of: ({ title }) => title },
  { name: 'lastAnswer', kind: 'text', of: ({ lastAnswer }) => lastAnswer },
  { name: 'startedAt', kind: 'time', of: ({ startedAt }) => startedAt },
  { name: 'lastAt', kind: 'time', of: ({ lastAt }) => lastAt },
  { name: 'endsAt', kind: 'time', of: ({ endsAt }) => endsAt },
  { name: 'state', kind: 'text', of: ({ state }) => state },
  { name: 'interactions', kind: 'count', of: ({ interactions }) => interactions },
  { name: 'errors', kind: 'count', of: ({ errors }) => errors },
  { name: 'truncated', kind: 'count', of: ({ truncated }) => truncated },
  { name: 'blocked', kind: 'count', of: ({ blocked }) => blocked },
  { name: 'slowestMs', kind: 'count', of: ({ slowestMs }) => slowestMs },
  { name: 'users', kind: 'text', of: ({ users }) => listed(users) },
  { name: 'models', kind: 'text', of: ({ models }) => listed(models) },
  { name: 'labels', kind: 'text', of: ({ labels }) => labelsText(labels) },
  { name: 'scores', kind: 'text', of: ({ scores }) => scoresText(scores) },
  ...USAGE_COLUMNS,
  { name: 'costUsd', kind: 'number', of: ({ costUsd }) => costUsd },
];
