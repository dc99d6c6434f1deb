import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Ask } from '../../api/call.ts';
import { usePages } from '../../api/use-ask.ts';
import { ViewBar } from '../../filters/view-bar.tsx';
import { Page } from '../../shell/page.tsx';
import { listQuery, timeZoneOf } from '../../state/view.ts';
import { SortedList } from '../../ui/sorted-list.tsx';
import { EmptyState } from '../../ui/status.tsx';
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
      <SortedList
        label="Sessions"
        pages={pages}
        columns={sessionColumns(timeZoneOf(view))}
        keyOf={({ id }) => id}
        orderBy={orderBy}
        order={order}
        onSort={(by, next) => show({ ...view, ...(state ? { state } : {}), orderBy: by, order: next })}
        empty={
          <EmptyState title="No sessions in this range">
            A session begins with the first interaction that names one in its{' '}
            <code className="font-mono">session</code> field.{' '}
            <Link to="/apps/$appId/start" params={{ appId }} className="text-accent underline">
              See how to send it
            </Link>
          </EmptyState>
        }
      />
    </Page>
  );
}
