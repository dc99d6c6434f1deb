import { Refusal } from '../../api/call.ts';
import { useAsk } from '../../api/use-ask.ts';
import { Page } from '../../shell/page.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { JobsCard } from './jobs-card.tsx';
import { JournalCard } from './journal-card.tsx';
import { NodesCard } from './nodes-card.tsx';
import { ServerCard } from './server-card.tsx';
import { StoreCard } from './store-card.tsx';
import { ThroughputCard } from './throughput-card.tsx';

const REFRESH_MS = 5000;

/** The state of the server, for its operators. */
export function SystemPage() {
  const { data, error, isPending, refetch } = useAsk('GET /v1/system', {}, { every: REFRESH_MS });
  return (
    <Page title="System" aside={<span className="text-sm text-ink-3">Updates every 5 seconds</span>}>
      {error instanceof Refusal && error.status === 403 ? (
        <EmptyState title="You don’t have access to System">
          It needs the role Owner in the server’s first account, the one that set it up. Ask an owner of that
          account to invite you.
        </EmptyState>
      ) : error ? (
        <ErrorState error={error} retry={() => refetch()} />
      ) : null}
      {isPending ? <SkeletonRows /> : null}
      {data && !(error instanceof Refusal && error.status === 403) ? (
        <div className="grid gap-4 lg:grid-cols-2">
          <JobsCard jobs={data.jobs} />
          <ThroughputCard throughput={data.throughput} lastHour={data.lastHour} />
          <JournalCard system={data} />
          <StoreCard system={data} />
          <ServerCard system={data} />
          <NodesCard nodes={data.nodes} own={data.node} />
        </div>
      ) : null}
    </Page>
  );
}
