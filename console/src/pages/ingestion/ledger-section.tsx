import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAsk } from '../../api/use-ask.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { Equation } from './equation.tsx';
import { ledgerColumns } from './ledger-columns.tsx';
import { sumUp } from './ledger-sums.ts';

const DAYS_AT_FIRST = 14;

export function LedgerSection({ appId }: { appId: string }) {
  const answer = useAsk('GET /v1/ledger', { query: { app: appId } }, { every: 10_000 });
  const [all, setAll] = useState(false);
  const days = answer.data?.data ?? [];
  const sums = sumUp(days);
  return (
    <>
      {answer.error ? <ErrorState error={answer.error} retry={() => answer.refetch()} /> : null}
      {answer.isPending ? <SkeletonRows rows={5} /> : null}
      {answer.data && days.length === 0 ? (
        <EmptyState title="Nothing received yet">
          Everything your application sends is counted here, day by day.{' '}
          <Link to="/apps/$appId/connect" params={{ appId }} className="text-accent underline">
            See how to send it
          </Link>
        </EmptyState>
      ) : null}
      {days.length > 0 ? (
        <>
          <Equation sums={sums} />
          <DataTable
            label="Ledger by day"
            columns={ledgerColumns(sums)}
            rows={all ? days : days.slice(0, DAYS_AT_FIRST)}
            keyOf={({ day }) => day}
          />
          {days.length > DAYS_AT_FIRST && !all ? (
            <div className="flex justify-center">
              <Button onClick={() => setAll(true)}>Show all {days.length} days</Button>
            </div>
          ) : null}
        </>
      ) : null}
    </>
  );
}
