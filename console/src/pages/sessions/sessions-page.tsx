import { getRouteApi, Link } from '@tanstack/react-router';
import { usePages } from '../../api/use-ask.ts';
import { hasFilters } from '../../filters/filter-kinds.ts';
import { NoMatches } from '../../filters/no-matches.tsx';
import { ViewBar } from '../../filters/view-bar.tsx';
import { SortMenu } from '../../lists/sort-menu.tsx';
import { sortableScores, useScoreNames } from '../../scores/score-names.ts';
import { useRowScores } from '../../scores/use-row-scores.ts';
import { Page } from '../../shell/page.tsx';
import { sortingText } from '../../state/list-sorting.ts';
import { timeZoneOf } from '../../state/view.ts';
import { Button } from '../../ui/button.tsx';
import { type Order, SortedList } from '../../ui/sorted-list.tsx';
import { EmptyState } from '../../ui/status.tsx';
import { ExportMenu } from '../interactions/export-menu.tsx';
import { selectableSessions } from './selectable-sessions.tsx';
import { sessionColumns } from './session-columns.tsx';
import { SessionCount } from './session-count.tsx';
import { type SessionsSearch, sessionsQuery } from './sessions-query.ts';

const route = getRouteApi('/signed-in/apps/$appId/sessions');

export function SessionsPage() {
  const { appId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { orderBy: _by, order: _order, state, ...view } = search;
  const query = sessionsQuery(appId, search);
  const { orderBy, order } = query;
  const sorting = { orderBy, order };
  const kept = { ...sorting, ...(state ? { state } : {}) };
  const show = (next: SessionsSearch) => void navigate({ search: next });
  const sort = (by: string, next: Order) => show({ ...view, ...kept, orderBy: by, order: next });
  const pages = usePages('GET /v1/sessions', { query: { ...query, limit: 50 } });
  const { names } = useScoreNames(appId);
  const scores = sortableScores(names);
  const sessions = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  const sessionOf = (id: string) => sessions.find((session) => session.id === id);
  const keys = useRowScores({
    appId,
    targetOf: (id) => {
      const session = sessionOf(id);
      return session ? { appId, type: 'session', id: session.session } : null;
    },
    scoresOf: (id) => sessionOf(id)?.scores ?? [],
    onOpen: (sessionId) =>
      void navigate({ to: '/apps/$appId/sessions/$sessionId', params: { appId, sessionId }, search }),
  });
  return (
    <Page
      title="Sessions"
      roomy
      aside={
        <div className="flex items-center gap-2">
          {scores.length > 0 ? (
            <SortMenu
              choices={[
                { text: 'Last active first', onChoose: () => sort('lastAt', 'desc') },
                ...scores.map((score) => ({
                  text: sortingText({ orderBy: score, order: 'asc' }),
                  onChoose: () => sort(score, 'asc'),
                })),
              ]}
            />
          ) : null}
          <ExportMenu query={query} what="sessions" />
        </div>
      }
    >
      <ViewBar view={view} onChange={(next) => show({ ...next, ...kept })}>
        <select
          aria-label="State"
          value={state ?? ''}
          onChange={({ target: { value } }) =>
            show({
              ...view,
              ...sorting,
              ...(value === 'current' || value === 'ended' ? { state: value } : {}),
            })
          }
          className="h-8 rounded-md border border-line-strong bg-surface px-2"
        >
          <option value="">All sessions</option>
          <option value="current">Active</option>
          <option value="ended">Ended</option>
        </select>
        {state ? null : <SessionCount appId={appId} view={view} />}
      </ViewBar>
      <SortedList
        label="Sessions"
        pages={pages}
        columnsFor={(rows) => sessionColumns(rows, timeZoneOf(view), search, names)}
        keys={keys}
        keyOf={({ id }) => id}
        selectable={selectableSessions(appId, sorting)}
        orderBy={orderBy}
        order={order}
        onSort={sort}
        empty={
          state && !hasFilters(view) ? (
            <EmptyState title="No matches">
              <p className="pb-4">
                No session in this range {state === 'current' ? 'is active' : 'has timed out'}.
              </p>
              <Button onClick={() => show({ ...view, ...sorting })}>Clear filters</Button>
            </EmptyState>
          ) : (
            <NoMatches view={view} onChange={(next) => show({ ...next, ...sorting })} what="sessions">
              A session begins with the first interaction that names one in its{' '}
              <code className="font-mono">session</code> field.{' '}
              <Link to="/apps/$appId/connect" params={{ appId }} className="text-accent underline">
                See how to send it
              </Link>
            </NoMatches>
          )
        }
      />
    </Page>
  );
}
