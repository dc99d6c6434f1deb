import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Ask } from '../../api/call.ts';
import { usePages } from '../../api/use-ask.ts';
import { ViewBar } from '../../filters/view-bar.tsx';
import { Page } from '../../shell/page.tsx';
import { listQuery, timeZoneOf } from '../../state/view.ts';
import { SortedList } from '../../ui/sorted-list.tsx';
import { EmptyState } from '../../ui/status.tsx';
import { ExportMenu } from '../interactions/export-menu.tsx';
import { userColumns } from './user-columns.tsx';

const route = getRouteApi('/signed-in/apps/$appId/users');

type Order = NonNullable<NonNullable<Ask<'GET /v1/users'>['query']>['orderBy']>;
const ORDERS: readonly Order[] = ['lastSeenAt', 'firstSeenAt', 'interactions', 'totalTokens', 'costUsd'];

export function UsersPage() {
  const { appId } = route.useParams();
  const { orderBy: asked, order = 'desc', everybody = false, ...view } = route.useSearch();
  const navigate = useNavigate();
  const orderBy = ORDERS.find((name) => name === asked) ?? 'lastSeenAt';
  const show = (search: ReturnType<typeof route.useSearch>) =>
    void navigate({ to: '/apps/$appId/users', params: { appId }, search });
  const kept = { orderBy, order, ...(everybody ? { everybody } : {}) };
  const query = { ...listQuery(appId, view), orderBy, order, ...(everybody ? {} : { identified: true }) };
  const pages = usePages('GET /v1/users', { query: { ...query, limit: 50 } });
  return (
    <Page title="Users" aside={<ExportMenu query={query} what="users" />}>
      <ViewBar view={view} onChange={(next) => show({ ...next, ...kept })}>
        <label className="flex h-8 items-center gap-2 text-sm text-ink-2">
          <input
            type="checkbox"
            checked={everybody}
            onChange={({ target }) =>
              show({ ...view, orderBy, order, ...(target.checked ? { everybody: true } : {}) })
            }
          />
          Also those who were not named
        </label>
      </ViewBar>
      <SortedList
        label="Users"
        pages={pages}
        columns={userColumns(timeZoneOf(view))}
        keyOf={({ key }) => key}
        orderBy={orderBy}
        order={order}
        onSort={(by, next) =>
          show({ ...view, ...(everybody ? { everybody } : {}), orderBy: by, order: next })
        }
        empty={
          <EmptyState title="No users in this range">
            Users are those whom your application names by <code className="font-mono">userId</code> or{' '}
            <code className="font-mono">email</code>.{' '}
            <Link to="/apps/$appId/start" params={{ appId }} className="text-accent underline">
              See how to send it
            </Link>
          </EmptyState>
        }
      />
    </Page>
  );
}
