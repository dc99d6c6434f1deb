import type { Answer } from '../../api/call.ts';
import { timeZoneOf } from '../../state/view.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { isOver, KeyState } from './key-state.tsx';

export type ReadToken = Answer<'GET /v1/applications/:appId/tokens'>['data'][number];

export function tokenColumns(onRevoke: (token: ReadToken) => void): Column<ReadToken>[] {
  return [
    { name: 'name', head: 'Name', cell: ({ name }) => <span className="font-medium">{name}</span> },
    {
      name: 'hint',
      head: 'Ends with',
      wide: true,
      cell: ({ hint }) => <code className="font-mono text-sm whitespace-nowrap">…{hint}</code>,
    },
    {
      name: 'scopes',
      head: 'Permissions',
      cell: ({ scopes }) => (
        <span className="inline-flex gap-1">
          {scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
        </span>
      ),
    },
    { name: 'state', head: 'State', cell: (token) => <KeyState of={token} /> },
    {
      name: 'created',
      head: 'Created',
      wide: true,
      cell: ({ createdAt }) => <Time at={createdAt} timeZone={timeZoneOf({})} />,
    },
    {
      name: 'do',
      head: 'Actions',
      quiet: true,
      figure: true,
      cell: (token) =>
        isOver(token) ? null : (
          <Button look="ghost" small aria-label={`Revoke ${token.name}`} onClick={() => onRevoke(token)}>
            Revoke
          </Button>
        ),
    },
  ];
}
