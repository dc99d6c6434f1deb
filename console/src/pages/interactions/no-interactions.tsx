import { Link } from '@tanstack/react-router';
import { useAsk } from '../../api/use-ask.ts';
import { hasFilters, withoutFilters } from '../../filters/filter-kinds.ts';
import { SearchAnywhere, Searched } from '../../filters/nothing-found.tsx';
import { readView, type View } from '../../state/view.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState, Skeleton } from '../../ui/status.tsx';

type Props = { appId: string; view: View; live: boolean; onChange: (view: View) => void };

/** The empty state: no match, nothing in the range, or nothing yet, and what to do. */
export function NoInteractions({ appId, view, live, onChange }: Props) {
  const ever = useAsk('POST /v1/query', {
    body: { measures: ['interactions'], from: 0, to: Date.UTC(2100, 0, 1), filters: { app: appId } },
  });
  if (ever.isPending) return <Skeleton className="m-4 h-24" />;
  if (ever.data && !ever.data.rows[0]?.interactions) {
    return (
      <EmptyState title="No interactions yet">
        <p className="pb-4">
          {live ? 'They appear here as they arrive.' : 'They appear here once your application sends some.'}
        </p>
        <Link
          to="/apps/$appId/connect"
          params={{ appId }}
          className="inline-flex h-8 items-center rounded-md bg-accent px-3 font-medium text-on-accent hover:bg-accent-strong"
        >
          Connect your application
        </Link>
      </EmptyState>
    );
  }
  const widest = view.range === '90d';
  return (
    <EmptyState title="No matches">
      <p className="pb-4">
        {view.q ? (
          <Searched view={view} what="interaction" />
        ) : hasFilters(view) ? (
          'No interaction in this range matches your filters.'
        ) : (
          'There were no interactions in this range.'
        )}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        <SearchAnywhere view={view} onChange={onChange} />
        {hasFilters(view) ? (
          <Button onClick={() => onChange(withoutFilters(view))}>Clear filters</Button>
        ) : null}
        {widest ? null : (
          <Button
            onClick={() => onChange(readView({ ...view, from: undefined, to: undefined, range: '90d' }))}
          >
            Show last 90 days
          </Button>
        )}
      </div>
    </EmptyState>
  );
}
