import { useState } from 'react';
import { useAsk } from '../../api/use-ask.ts';
import { rememberKey } from '../../state/new-api-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyLine } from '../../ui/copy.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { type ApiKey, keyColumns } from './key-columns.tsx';
import { isOver } from './key-state.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';
import type { SettingsProps } from './settings-props.ts';

/** The open dialog and its key. */
type Doing = { what: 'create' } | { what: 'rotate' | 'revoke'; apiKey: ApiKey } | null;

export function KeysSection({ application }: SettingsProps) {
  const { id: appId, appKey, ingestUrl } = application;
  const answer = useAsk('GET /v1/applications/:appId/keys', { params: { appId } });
  const [doing, setDoing] = useState<Doing>(null);
  const [made, setMade] = useState<string | null>(null);
  const keys = answer.data?.data;
  const close = () => setDoing(null);
  const show = (apiKey: string) => {
    rememberKey(appId, apiKey);
    close();
    setMade(apiKey);
  };
  return (
    <>
      <Card title="Endpoint" className="max-w-3xl">
        <div className="flex flex-col gap-3">
          <CopyLine label="Ingest URL" text={ingestUrl} />
          <CopyLine label="Application key" text={appKey} />
          <p className="text-sm text-ink-3">
            The application key identifies your application and is not a secret. Each payload also carries an
            API key: keep that one secret.
          </p>
        </div>
      </Card>
      <div className="flex items-center justify-between gap-3 pt-2">
        <h2 className="text-lg font-semibold">API keys</h2>
        <Button look="primary" onClick={() => setDoing({ what: 'create' })}>
          New API key
        </Button>
      </div>
      {answer.error ? <ErrorState error={answer.error} retry={() => answer.refetch()} /> : null}
      {answer.isPending ? <SkeletonRows rows={3} /> : null}
      {keys?.length === 0 ? (
        <EmptyState title="No API keys">Create a key to start sending payloads.</EmptyState>
      ) : null}
      {keys && keys.length > 0 ? (
        <DataTable
          label="API keys"
          columns={keyColumns((what, apiKey) => setDoing({ what, apiKey }))}
          rows={keys}
          keyOf={({ id }) => id}
        />
      ) : null}
      {doing?.what === 'create' ? <NewKeyDialog appId={appId} onMade={show} onClose={close} /> : null}
      {doing?.what === 'rotate' ? (
        <RotateKeyDialog appId={appId} apiKey={doing.apiKey} onMade={show} onClose={close} />
      ) : null}
      {doing?.what === 'revoke' ? (
        <RevokeKeyDialog
          application={application}
          apiKey={doing.apiKey}
          isOnly={keys?.every((key) => key.id === doing.apiKey.id || isOver(key)) ?? false}
          onRotate={() => setDoing({ what: 'rotate', apiKey: doing.apiKey })}
          onClose={close}
        />
      ) : null}
      <SecretDialog title="Your new API key" label="API key" secret={made} onClose={() => setMade(null)} />
    </>
  );
}
