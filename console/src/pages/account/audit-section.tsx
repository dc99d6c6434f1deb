import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { urlOf } from '../../api/call.ts';
import { useAsk, usePages } from '../../api/use-ask.ts';
import { type OwnAccount, useMe } from '../../state/me.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { auditColumns } from './audit-columns.tsx';
import { KINDS } from './audit-words.ts';

const route = getRouteApi('/signed-in/accounts/$accountId/$section');

const SELECT = 'h-8 min-w-0 rounded-md border border-line-strong bg-surface px-2';

export function AuditSection({ account: { id: accountId } }: { account: OwnAccount }) {
  const { action, person } = route.useSearch();
  const navigate = useNavigate();
  const { applications } = useMe();
  const members = useAsk('GET /v1/accounts/:accountId/members', { params: { accountId } });
  const filters = { ...(action ? { action } : {}), ...(person ? { person } : {}) };
  const pages = usePages('GET /v1/accounts/:accountId/audit', {
    params: { accountId },
    query: { ...filters, limit: 50 },
  });
  const rows = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  const show = (search: { action?: string; person?: string }) =>
    void navigate({
      to: '/accounts/$accountId/$section',
      params: { accountId, section: 'audit' },
      search,
    });
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <select
          aria-label="Action"
          value={action ?? ''}
          onChange={({ target: { value } }) =>
            show({ ...(person ? { person } : {}), ...(value ? { action: value } : {}) })
          }
          className={SELECT}
        >
          <option value="">All actions</option>
          {Object.entries(KINDS).map(([kind, words]) => (
            <option key={kind} value={kind}>
              {words}
            </option>
          ))}
        </select>
        <select
          aria-label="Person"
          value={person ?? ''}
          onChange={({ target: { value } }) =>
            show({ ...(action ? { action } : {}), ...(value ? { person: value } : {}) })
          }
          className={SELECT}
        >
          <option value="">All people</option>
          {members.data?.data.map(({ personId, email }) => (
            <option key={personId} value={personId}>
              {email}
            </option>
          ))}
        </select>
        <a
          href={urlOf('/v1/accounts/:accountId/audit/export', { accountId }, filters)}
          download
          className="ml-auto inline-flex h-8 items-center rounded-md border border-line-strong bg-surface px-3 font-medium hover:bg-sunken"
        >
          Export as CSV
        </a>
      </div>
      {pages.error ? <ErrorState error={pages.error} retry={() => pages.refetch()} /> : null}
      {pages.isPending ? <SkeletonRows /> : null}
      {pages.data && rows.length === 0 ? (
        <EmptyState title="No matches">Try a different action or person.</EmptyState>
      ) : null}
      {rows.length > 0 ? (
        <DataTable
          label="Audit log"
          columns={auditColumns((appId) => applications.find(({ id }) => id === appId)?.name ?? appId)}
          rows={rows}
          keyOf={({ id }) => id}
        />
      ) : null}
      <MoreButton pages={pages} />
    </>
  );
}
