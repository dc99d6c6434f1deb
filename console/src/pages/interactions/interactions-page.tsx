import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { ViewBar } from '../../filters/view-bar.tsx';
import { SortMenu } from '../../lists/sort-menu.tsx';
import { sortableScores, useScoreNames } from '../../scores/score-names.ts';
import { Page } from '../../shell/page.tsx';
import {
  isNewestFirst,
  type ListSorting,
  readListSorting,
  sortedBy,
  sortingText,
} from '../../state/list-sorting.ts';
import { filtersOf, lastsUntilNow, listQuery, readView, timeZoneOf, type View } from '../../state/view.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { useChosenColumns } from './chosen-columns.ts';
import { ColumnMenu } from './column-menu.tsx';
import { CopyMenu } from './copy-menu.tsx';
import { ExportMenu } from './export-menu.tsx';
import { InteractionList } from './interaction-list.tsx';
import { LiveSwitch } from './live-switch.tsx';
import { NoInteractions } from './no-interactions.tsx';
import { PanelFrame } from './panel-frame.tsx';
import { SortHint } from './sort-hint.tsx';
import { TotalCount } from './total-count.tsx';
import { useFreshScores } from './use-fresh-scores.ts';
import { useLateTexts } from './use-late-texts.ts';
import { useNeighbours } from './use-neighbours.ts';
import { useRows } from './use-rows.ts';
import { useTail } from './use-tail.ts';
import { withLive } from './with-live.ts';

const route = getRouteApi('/signed-in/apps/$appId/interactions');
const InteractionPanel = lazy(() =>
  import('./interaction-panel.tsx').then((module) => ({ default: module.InteractionPanel })),
);

const ORDERS: readonly ListSorting[] = [
  {},
  { order: 'asc' },
  { orderBy: 'costUsd' },
  { orderBy: 'latencyMs' },
  { orderBy: 'totalTokens' },
];

export function InteractionsPage() {
  const { appId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const view = useMemo(() => readView(search), [search]);
  const [asOf, setAsOf] = useState(Date.now);
  const refresh = useCallback(() => setAsOf(Date.now()), []);
  const { chosen, choose } = useChosenColumns();
  const scores = sortableScores(useScoreNames(appId).names);

  const { orderBy, order } = search;
  const sorting = useMemo(() => readListSorting({ orderBy, order }), [orderBy, order]);
  const obstacle = obstacleOf(view, sorting);
  const live = search.live === true && obstacle === null;
  const tail = useTail(live ? { app: appId, ...filtersOf(view) } : null, refresh);
  const list = useRows(appId, view, sorting, asOf);
  const { rows: listed, fresh } = useMemo(() => withLive(tail, list.rows), [tail, list.rows]);
  const rows = useLateTexts(listed);

  const { id } = search;
  useFreshScores(rows, tail.scores, id);
  const [pointed, setPointed] = useState<string>();
  const selected = id ?? pointed;
  const go = useCallback(
    (next: string | undefined, replace: boolean) => {
      setPointed(next);
      void navigate({
        search: ({ id: _, ...rest }) => (next === undefined ? rest : { ...rest, id: next }),
        replace,
      });
    },
    [navigate],
  );
  const open = useCallback((next: string) => go(next, false), [go]);
  const close = () => {
    void navigate({ search: ({ id: _, tab: __, ...rest }) => rest });
    setPointed(id);
  };
  const newestFirst = isNewestFirst(sorting);
  const neighbours = useNeighbours({ appId, view, asOf, id, rows, isReady: !list.isPending, newestFirst });
  const step = (to: string | undefined) => (to === undefined ? undefined : () => go(to, true));
  const change = (next: View) => {
    refresh();
    void navigate({
      search: ({ tab, live }) => ({
        ...next,
        ...sorting,
        ...(id ? { id } : {}),
        ...(id && tab ? { tab } : {}),
        ...(live ? { live } : {}),
      }),
    });
  };
  const sort = (next: ListSorting) => {
    refresh();
    void navigate({ search: ({ orderBy: _, order: __, ...rest }) => ({ ...rest, ...next }) });
  };
  const more = useCallback(() => void list.fetchNextPage(), [list.fetchNextPage]);

  return (
    <Page
      title="Interactions"
      wide
      fill
      aside={
        <div className="flex flex-wrap items-center gap-2">
          <LiveSwitch
            on={live}
            connection={tail.connection}
            obstacle={obstacle}
            onSwitch={(on) => {
              refresh();
              void navigate({ search: ({ live: _, ...rest }) => (on ? { ...rest, live: true } : rest) });
            }}
          />
          <Button
            onClick={refresh}
            busy={list.isPlaceholderData}
            aria-label="Refresh"
            title="Refresh"
            className="w-8 px-0"
          >
            <Icon name="refresh" />
          </Button>
          <span className={scores.length > 0 ? 'contents' : 'contents lg:hidden'}>
            <SortMenu
              choices={[...ORDERS, ...scores.map((score) => sortedBy({}, score))].map((choice) => ({
                text: sortingText(choice),
                onChoose: () => sort(choice),
              }))}
            />
          </span>
          <span className="hidden lg:contents">
            <ColumnMenu view={view} chosen={chosen} onChoose={choose} />
          </span>
          <ExportMenu query={listQuery(appId, view, asOf)} />
        </div>
      }
    >
      <ViewBar view={view} onChange={change}>
        <SortHint sorting={sorting} onReset={() => sort({})} />
        <TotalCount appId={appId} view={view} asOf={asOf} live={live} arrived={tail.arrived} />
      </ViewBar>
      <div className="flex min-h-0 flex-1 gap-4">
        <section
          aria-label="List"
          aria-busy={list.isPlaceholderData}
          className="-mx-4 flex min-w-0 flex-1 flex-col overflow-hidden border-y border-line bg-surface sm:mx-0 sm:rounded-lg sm:border-x"
        >
          {list.error && rows.length === 0 ? (
            <div className="p-4">
              <ErrorState error={list.error} retry={() => void list.refetch()} />
            </div>
          ) : list.isPending ? (
            <SkeletonRows rows={14} />
          ) : rows.length === 0 ? (
            <NoInteractions appId={appId} view={view} live={live} onChange={change} />
          ) : (
            <div className={`flex min-h-0 flex-1 flex-col ${list.isPlaceholderData ? 'opacity-50' : ''}`}>
              <InteractionList
                rows={rows}
                fresh={fresh}
                columns={chosen}
                sorting={sorting}
                onSort={(by) => sort(sortedBy(sorting, by))}
                score={scores[0]}
                appId={appId}
                view={view}
                onChange={change}
                timeZone={timeZoneOf(view)}
                selected={selected}
                onSelect={(next) => (id === undefined ? setPointed(next) : go(next, true))}
                onOpen={open}
                hasPanel={id !== undefined}
                end={tail.full ? 'left out' : endOf(list)}
                onMore={more}
              />
            </div>
          )}
        </section>
        {id === undefined ? null : (
          <PanelFrame
            menu={<CopyMenu id={id} />}
            onClose={close}
            onPrevious={step(neighbours.previous)}
            onNext={step(neighbours.next)}
          >
            <Suspense fallback={<SkeletonRows rows={12} />}>
              <InteractionPanel id={id} timeZone={timeZoneOf(view)} view={view} />
            </Suspense>
          </PanelFrame>
        )}
      </div>
    </Page>
  );
}

/** Live needs a range that ends now, and the newest first. */
function obstacleOf(view: View, sorting: ListSorting): string | null {
  if (!lastsUntilNow(view)) return 'Choose a range that ends now to go live';
  return isNewestFirst(sorting) ? null : 'Sort by newest first to go live';
}

function endOf(list: ReturnType<typeof useRows>) {
  if (list.isFetchNextPageError) return 'failed';
  if (list.isFetchingNextPage) return 'loading';
  return list.hasNextPage ? 'more' : 'end';
}
