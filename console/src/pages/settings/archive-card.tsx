import { useState } from 'react';
import { useChange } from '../../api/use-ask.ts';
import type { OwnApplication } from '../../state/me.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorState } from '../../ui/status.tsx';

export function ArchiveCard({
  application: { id: appId, name, archivedAt },
}: {
  application: OwnApplication;
}) {
  const archive = useChange('POST /v1/applications/:appId/archive');
  const restore = useChange('POST /v1/applications/:appId/restore');
  const [asking, setAsking] = useState(false);
  if (archivedAt !== null) {
    return (
      <Card title="Archived">
        <div className="flex flex-col items-start gap-3">
          <p className="text-ink-2">
            This application accepts no payloads. Its data stays readable, and its keys work again once it is
            restored.
          </p>
          {restore.error ? <ErrorState error={restore.error} /> : null}
          <Button busy={restore.isPending} onClick={() => restore.mutate({ params: { appId } })}>
            Restore
          </Button>
        </div>
      </Card>
    );
  }
  return (
    <Card title="Archive">
      <div className="flex flex-col items-start gap-3">
        <p className="text-ink-2">
          Stop accepting payloads. The data stays readable, and you can restore the application at any time.
        </p>
        <Button onClick={() => setAsking(true)}>Archive…</Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={`Archive ${name}`}
        action="Archive"
        change={archive}
        onConfirm={() => archive.mutate({ params: { appId } }, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        Payloads are refused and not stored until the application is restored.
      </ConfirmDialog>
    </Card>
  );
}
