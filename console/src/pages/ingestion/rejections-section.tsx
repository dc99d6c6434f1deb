import type { Rejection } from '@parley/contract';
import { useState } from 'react';
import { usePages } from '../../api/use-ask.ts';
import { CopyKeys } from '../../lists/selection-bar.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { rejectionColumns } from './rejection-columns.tsx';
import { RejectionDialog } from './rejection-dialog.tsx';

/** The opened rejection, and whether to replay it at once. */
type Chosen = { rejection: Rejection; replay: boolean };

export function RejectionsSection({ appId, mayReplay }: { appId: string; mayReplay: boolean }) {
  const pages = usePages('GET /v1/rejections', { query: { app: appId, limit: 25 } });
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const rows = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <>
      <h2 className="pt-2 text-lg font-semibold">Rejected payloads</h2>
      <p className="max-w-2xl text-ink-2">
        The newest 1,000 of the last 30 days. Replay if an upgrade fixed the cause; otherwise fix the sender.
      </p>
      {pages.error ? <ErrorState error={pages.error} retry={() => pages.refetch()} /> : null}
      {pages.isPending ? <SkeletonRows rows={3} /> : null}
      {pages.data && rows.length === 0 ? (
        <EmptyState title="No rejected payloads">Every payload passed validation.</EmptyState>
      ) : null}
      {rows.length > 0 ? (
        <DataTable
          label="Rejected payloads"
          columns={rejectionColumns(mayReplay, (rejection, replay) => setChosen({ rejection, replay }))}
          rows={rows}
          keyOf={({ id }) => id}
          selectable={{
            what: 'rejected payload',
            actions: (chosen) => <CopyKeys keys={chosen.map(({ id }) => id)} />,
          }}
        />
      ) : null}
      <MoreButton pages={pages} />
      {chosen ? (
        <RejectionDialog
          key={chosen.rejection.id}
          rejection={chosen.rejection}
          mayReplay={mayReplay}
          replayNow={chosen.replay}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </>
  );
}
