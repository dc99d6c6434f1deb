import { Link } from '@tanstack/react-router';
import { mayIn, type OwnAccount, useMe } from '../../state/me.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/status.tsx';
import { useLoadSample } from './use-load-sample.ts';

/** Offers sample data before anything is connected. */
export function SampleCard({ account }: { account: OwnAccount | undefined }) {
  const { applications } = useMe();
  if (!account || !mayIn(account, 'applications:write')) return null;
  const sample = applications.find((one) => one.sample && one.accountId === account.id);
  return (
    <Card title="Explore with sample data">
      <div className="flex flex-col items-start gap-3">
        <p className="text-sm text-ink-2">
          See every page filled with made-up interactions from the last seven days. They go into an
          application of their own, which you can remove at any time.
        </p>
        {sample ? (
          <Link
            to="/apps/$appId/overview"
            params={{ appId: sample.id }}
            search={{}}
            className="font-medium text-accent underline-offset-2 hover:underline"
          >
            Open sample data
          </Link>
        ) : (
          <LoadButton accountId={account.id} />
        )}
      </div>
    </Card>
  );
}

function LoadButton({ accountId }: { accountId: string }) {
  const load = useLoadSample(accountId);
  return (
    <>
      <Button busy={load.isPending} onClick={() => load.mutate()}>
        {load.isPending ? 'Loading…' : 'Load sample data'}
      </Button>
      {load.error ? <ErrorState error={load.error} /> : null}
    </>
  );
}
