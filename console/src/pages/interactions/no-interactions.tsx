import { Link } from '@tanstack/react-router';
import { useAsk } from '../../api/use-ask.ts';
import { NoMatches } from '../../filters/no-matches.tsx';
import type { View } from '../../state/view.ts';
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
  return <NoMatches view={view} onChange={onChange} what="interactions" />;
}
