import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useAsk } from '../../api/use-ask.ts';
import { ViewBar } from '../../filters/view-bar.tsx';
import { Page } from '../../shell/page.tsx';
import { filtersOf, rangeOf, timeZoneOf } from '../../state/view.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { EmptyState, ErrorState, Skeleton, SkeletonRows, Stale } from '../../ui/status.tsx';
import { Causes } from './causes.tsx';
import { EXPLAINED, EXPLAINED_NAMES, isExplained } from './explained.ts';
import { Factors } from './factors.tsx';
import { Headline } from './headline.tsx';
import { MeasureOverTime } from './measure-over-time.tsx';
import { COMPARISONS, type WhatChangedSearch } from './what-changed-search.ts';

const WEEK = 7 * 24 * 60 * 60 * 1000;

const route = getRouteApi('/signed-in/apps/$appId/what-changed');

/** What moved a figure between two periods: in a sentence, then cause by cause. */
export function WhatChangedPage() {
  const { appId } = route.useParams();
  const { measure = 'costUsd', compare = 'previous', ...view } = route.useSearch();
  const navigate = useNavigate();
  const { from, to } = rangeOf(view);
  const answer = useAsk('POST /v1/explain', {
    body: {
      measure,
      from,
      to,
      compare,
      timezone: timeZoneOf(view),
      filters: { app: appId, ...filtersOf(view) },
    },
  });
  const show = (search: WhatChangedSearch) =>
    void navigate({ to: '/apps/$appId/what-changed', params: { appId }, search });
  const found = answer.data;
  return (
    <Page title="What changed?">
      <ViewBar view={view} onChange={(next) => show({ ...next, measure, compare })} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label className="flex items-center gap-2 text-sm text-ink-2">
          Figure
          <select
            value={measure}
            onChange={({ target: { value } }) => {
              if (isExplained(value)) show({ ...view, measure: value, compare });
            }}
            className="h-8 rounded-md border border-line-strong bg-surface px-1.5 text-ink"
          >
            {EXPLAINED_NAMES.map((name) => (
              <option key={name} value={name}>
                {EXPLAINED[name].label}
              </option>
            ))}
          </select>
        </label>
        {/* Of whole weeks, both periods are the same. */}
        {(to - from) % WEEK === 0 ? null : (
          <Segmented
            label="Compare with"
            options={COMPARISONS}
            value={compare}
            onChange={(next) => show({ ...view, measure, compare: next })}
          />
        )}
      </div>
      {answer.error ? <ErrorState error={answer.error} retry={() => answer.refetch()} /> : null}
      {answer.isPending ? <Loading /> : null}
      {found ? (
        <Stale stale={answer.isPlaceholderData}>
          <div className="@container flex flex-col gap-4">
            <Headline found={found} view={view} />
            {found.now === null && found.before === null ? (
              <EmptyState title="Nothing to compare">
                Choose a longer range, another figure or fewer filters.
              </EmptyState>
            ) : (
              <>
                <MeasureOverTime appId={appId} view={view} found={found} />
                {found.factors.length > 1 ? <Factors found={found} /> : null}
                <Causes appId={appId} view={view} found={found} compare={compare} />
              </>
            )}
          </div>
        </Stale>
      ) : null}
    </Page>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-4">
      <Skeleton className="h-24" />
      <Skeleton className="h-56" />
      <SkeletonRows rows={5} />
    </div>
  );
}
