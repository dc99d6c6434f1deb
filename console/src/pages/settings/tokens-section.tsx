import { useState } from 'react';
import { useAsk, useChange } from '../../api/use-ask.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import type { SettingsProps } from './settings-props.ts';
import { type ReadToken, tokenColumns } from './token-columns.tsx';

export function TokensSection({ application: { id: appId } }: SettingsProps) {
  const answer = useAsk('GET /v1/applications/:appId/tokens', { params: { appId } });
  const revoke = useChange('DELETE /v1/applications/:appId/tokens/:tokenId');
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const [ending, setEnding] = useState<ReadToken | null>(null);
  const tokens = answer.data?.data;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-3xl text-ink-2">
          A read token lets a program read what this application recorded. It can’t send interactions.{' '}
          <a href="/docs" className="whitespace-nowrap text-accent underline">
            API reference
          </a>
        </p>
        <Button look="primary" onClick={() => setMaking(true)}>
          New read token
        </Button>
      </div>
      {answer.error ? <ErrorState error={answer.error} retry={() => answer.refetch()} /> : null}
      {answer.isPending ? <SkeletonRows rows={3} /> : null}
      {tokens?.length === 0 ? (
        <EmptyState title="No read tokens yet">
          Create one for a report, a script or your own dashboard.
        </EmptyState>
      ) : null}
      {tokens && tokens.length > 0 ? (
        <DataTable
          label="Read tokens"
          columns={tokenColumns(setEnding)}
          rows={tokens}
          keyOf={({ id }) => id}
        />
      ) : null}
      {making ? (
        <NewTokenDialog
          appId={appId}
          onMade={(token) => {
            setMaking(false);
            setMade(token);
          }}
          onClose={() => setMaking(false)}
        />
      ) : null}
      <SecretDialog title="Your new read token" label="Token" secret={made} onClose={() => setMade(null)}>
        Send it as <code className="font-mono text-sm">Authorization: Bearer …</code>
      </SecretDialog>
      <ConfirmDialog
        open={ending !== null}
        title={`Revoke ${ending?.name}`}
        action="Revoke token"
        change={revoke}
        onConfirm={() =>
          ending &&
          revoke.mutate({ params: { appId, tokenId: ending.id } }, { onSuccess: () => setEnding(null) })
        }
        onClose={() => setEnding(null)}
      >
        Anything still using this token stops working right away. You can’t undo this.
      </ConfirmDialog>
    </>
  );
}
