import type { UserSummary } from '@parley/contract';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Ask } from '../../api/call.ts';
import { usePages } from '../../api/use-ask.ts';
import { SearchBox } from '../../filters/search-box.tsx';
import { ViewBar } from '../../filters/view-bar.tsx';
import { ANONYMOUS } from '../../lib/user-name.ts';
import { CopyKeys } from '../../lists/selection-bar.tsx';
import { Page } from '../../shell/page.tsx';
import { listQuery, timeZoneOf } from '../../state/view.ts';
import { type Order as Direction, SortedList } from '../../ui/sorted-list.tsx';
import { ExportMenu } from '../interactions/export-menu.tsx';
import { ExportSelected } from '../interactions/export-selected.tsx';
import { Anonymous } from './anonymous.tsx';
import { NoUsers } from './no-users.tsx';
import { userColumns } from './user-columns.tsx';

const route = getRouteApi('/signed-in/apps/$appId/users');

type Order = NonNullable<NonNullable<Ask<'GET /v1/users'>['query']>['orderBy']>;
const ORDERS: readonly Order[] = ['lastSeenAt', 'firstSeenAt', 'interactions', 'totalTokens', 'costUsd'];

/** Users that the application identified, by their activity; anonymous ones separately. */
export function UsersPage() {
  const { appId } = route.useParams();
  const { orderBy: asked, order = 'desc', who, everybody = false, ...view } = route.useSearch();
  const navigate = useNavigate();
  const orderBy = ORDERS.find((name) => name === asked) ?? 'lastSeenAt';
  const show = ({ who: sought, everybody: all, ...rest }: ReturnType<typeof route.useSearch>) => {
    const search = { ...rest, ...(sought ? { who: sought } : {}), ...(all ? { everybody: all } : {}) };
    void navigate({ to: '/apps/$appId/users', params: { appId }, search });
  };
  const kept = { orderBy, order, everybody, ...(who ? { who } : {}) };
  const listed = { ...listQuery(appId, view), orderBy, order, ...(who ? { who } : {}) };
  const query = { ...listed, limit: 50 };
  const named = usePages('GET /v1/users', { query: { ...query, identified: true } });
  const unnamed = usePages(
    'GET /v1/users',
    { query: { ...query, identified: false } },
    { enabled: everybody },
  );
  const list = {
    columnsFor: (rows: readonly UserSummary[]) => userColumns(rows, timeZoneOf(view), view),
    keyOf: ({ key }: { key: string }) => key,
    orderBy,
    order,
    onSort: (by: string, next: Direction) => show({ ...view, ...kept, orderBy: by, order: next }),
  };
  return (
    <Page
      title="Users"
      roomy
      aside={<ExportMenu query={{ ...listed, ...(everybody ? {} : { identified: true }) }} what="users" />}
    >
      <ViewBar
        view={view}
        onChange={(next) => show({ ...next, ...kept })}
        search={
          <SearchBox
            label="Search by name, email or key"
            q={who ?? ''}
            onSearch={(next) => show({ ...view, ...kept, who: next })}
          />
        }
      >
        <Anonymous
          appId={appId}
          view={view}
          included={everybody}
          onInclude={(on) => show({ ...view, ...kept, everybody: on })}
        />
      </ViewBar>
      <SortedList
        {...list}
        label="Users"
        pages={named}
        empty={
          <NoUsers appId={appId} view={view} who={who} onChange={(next) => show({ ...next, ...kept })} />
        }
        selectable={{
          what: 'user',
          actions: (chosen) => {
            const keys = chosen.map(({ key }) => key);
            return (
              <>
                <CopyKeys keys={keys} what="keys" />
                <ExportSelected
                  query={{ ...listed, identified: true, user: keys }}
                  keys={keys}
                  what="users"
                />
              </>
            );
          },
        }}
      />
      {everybody ? (
        <>
          <h2 className="pt-2 text-lg font-semibold">{ANONYMOUS}</h2>
          <SortedList
            {...list}
            label={ANONYMOUS}
            pages={unnamed}
            selectable={{
              what: 'user',
              actions: (chosen) => <CopyKeys keys={chosen.map(({ key }) => key)} what="keys" />,
            }}
            empty={<p className="text-ink-3">{who ? 'No matches' : 'No anonymous traffic in this range.'}</p>}
          />
        </>
      ) : null}
    </Page>
  );
}
