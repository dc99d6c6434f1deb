import type { AuditEntry } from '@parley/contract';
import { timeZoneOf } from '../../state/view.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Time } from '../../ui/time.tsx';
import { actionWords, detailWords } from './audit-words.ts';

export function auditColumns(nameOf: (appId: string) => string): Column<AuditEntry>[] {
  return [
    { name: 'at', head: 'Time', cell: ({ at }) => <Time at={at} timeZone={timeZoneOf({})} /> },
    {
      name: 'actor',
      head: 'Person',
      cell: ({ actor }) => (
        <span dir="auto" title={actor} className="block max-w-32 truncate md:max-w-56">
          {actor}
        </span>
      ),
    },
    {
      name: 'action',
      head: 'Action',
      cell: ({ action, appId, details }) => (
        <div className="py-1.5">
          <span title={action} className="font-medium md:whitespace-nowrap">
            {actionWords(action)}
          </span>
          <span className="block text-sm wrap-anywhere text-ink-3 md:hidden">
            {[appId === null ? '' : nameOf(appId), detailWords(details)].filter(Boolean).join(' · ')}
          </span>
        </div>
      ),
    },
    {
      name: 'app',
      head: 'Application',
      wide: true,
      cell: ({ appId }) =>
        appId === null ? null : (
          <span dir="auto" className="block max-w-40 truncate">
            {nameOf(appId)}
          </span>
        ),
    },
    {
      name: 'details',
      head: 'Details',
      wide: true,
      cell: ({ details }) => (
        <span className="block max-w-md py-1.5 text-sm wrap-anywhere text-ink-2">{detailWords(details)}</span>
      ),
    },
    {
      name: 'from',
      head: 'IP address',
      wide: true,
      cell: ({ address, userAgent }) => (
        <span title={userAgent ?? undefined} className="whitespace-nowrap text-ink-3">
          {address}
        </span>
      ),
    },
  ];
}
