import type { Answer } from '../../api/call.ts';
import { timeZoneOf } from '../../state/view.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { isOver, KeyState } from './key-state.tsx';

export type ApiKey = Answer<'GET /v1/applications/:appId/keys'>['data'][number];

export function keyColumns(onDo: (what: 'rotate' | 'revoke', apiKey: ApiKey) => void): Column<ApiKey>[] {
  const timeZone = timeZoneOf({});
  return [
    { name: 'name', head: 'Name', cell: ({ name }) => <span className="font-medium">{name}</span> },
    {
      name: 'hint',
      head: 'Ends with',
      wide: true,
      cell: ({ hint }) => <code className="font-mono text-sm whitespace-nowrap">…{hint}</code>,
    },
    { name: 'state', head: 'State', cell: (key) => <KeyState of={key} /> },
    {
      name: 'created',
      head: 'Created',
      wide: true,
      cell: ({ createdAt }) => <Time at={createdAt} timeZone={timeZone} />,
    },
    {
      name: 'used',
      head: 'Last used',
      wide: true,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? (
          <span className="text-ink-3">Never</span>
        ) : (
          <Time at={lastUsedAt} timeZone={timeZone} relative />
        ),
    },
    {
      name: 'do',
      head: 'Actions',
      quiet: true,
      figure: true,
      cell: (key) =>
        isOver(key) ? null : (
          <span className="inline-flex flex-col items-end py-0.5 sm:flex-row sm:gap-1">
            <Button look="ghost" small aria-label={`Rotate ${key.name}`} onClick={() => onDo('rotate', key)}>
              Rotate
            </Button>
            <Button look="ghost" small aria-label={`Revoke ${key.name}`} onClick={() => onDo('revoke', key)}>
              Revoke
            </Button>
          </span>
        ),
    },
  ];
}
