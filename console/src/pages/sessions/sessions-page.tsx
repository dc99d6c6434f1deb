import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Ask } from '../../api/call.ts';
import { usePages } from '../../api/use-ask.ts';
import { ViewBar } from '../../filters/view-bar.tsx';
import { Page } from '../../shell/page.tsx';
import { listQuery, timeZoneOf } from '../../state/view.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { sessionColumns } from './session-columns.tsx';

const route = getRouteApi('/signed-in/apps/$appId/sessions');

type Order = NonNullable<NonNullable<Ask<'GET /v1/sessions'>['query']>['orderBy']>;
const ORDERS: readonly Order[] = ['lastAt', 'startedAt', 'interactions', 'totalTokens', 'costUsd', 'errors'];

export function SessionsPage() {
  const { appId } = route.useParams();
  const { orderBy: asked, order = 'desc', state, ...view } = route.useSearch();
  const navigate = useNavigate();
  const orderBy = ORDERS.find((name) => name === asked) ?? 'lastAt';
  const show = (search: ReturnType<typeof route.useSearch>) =>
    void navigate({ to: '/apps/$appId/sessions', params: { appId }, search });
  const pages = usePages('GET /v1/sessions', {
    query: { ...listQuery(appId, view), orderBy, order, limit: 50, ...(state ? { state } : {}) },
  });
  const rows = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <Page title="Sessions">
      <ViewBar
        view={view}
        onChange={(next) => show({ ...next, orderBy, order, ...(state ? { state } : {}) })}
      >
        <select
          aria-label="State"
          value={state ?? ''}
          onChange={({ target }) =>
            show({
              ...view,
              orderBy,
              order,
              ...(target.value === 'current' || target.value === 'ended' ? { state: target.value } : {}),
            })
          }
          className="h-8 rounded-md border border-line-strong bg-surface px-2"
        >
          <option value="">Current and ended</option>
          <option value="current">Current</option>
          <option value="ended">Ended</option>
        </select>
      </ViewBar>
      {pages.error ? <ErrorState error={pages.error} retry={() => pages.refetch()} /> : null}
      {pages.isPending ? <SkeletonRows /> : null}
      {pages.data && rows.length === 0 ? (
        <EmptyState title="No sessions in this range">
          A session begins with the first interaction that names one in its{' '}
          <code className="font-mono">session</code> field.{' '}
          <Link to="/apps/$appId/start" params={{ appId }} className="text-accent underline">
            See how to send it
          </Link>
        </EmptyState>
      ) : null}
      {rows.length > 0 ? (
        <DataTable
          label="Sessions"
          columns={sessionColumns(timeZoneOf(view))}
          rows={rows}
          keyOf={({ id }) => id}
          sorting={{
            orderBy,
            order,
            onSort: (next) =>
              show({
                ...view,
                ...(state ? { state } : {}),
                orderBy: next,
                order: next === orderBy && order === 'desc' ? 'asc' : 'desc',
              }),
          }}
        />
      ) : null}
      <MoreButton pages={pages} />
    </Page>
  );
}
