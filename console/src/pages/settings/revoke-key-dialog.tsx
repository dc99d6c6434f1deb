import { useChange } from '../../api/use-ask.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { ApiKey } from './key-columns.tsx';

type Props = { appId: string; apiKey: ApiKey; onClose: () => void };

export function RevokeKeyDialog({ appId, apiKey: { id, name, hint }, onClose }: Props) {
  const revoke = useChange('DELETE /v1/applications/:appId/keys/:keyId');
  return (
    <ConfirmDialog
      open
      title={`Revoke ${name}`}
      action="Revoke key"
      change={revoke}
      onConfirm={() => revoke.mutate({ params: { appId, keyId: id } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      Anything still sending with the key ending in <code className="font-mono">…{hint}</code> is refused from
      now on. You can’t undo this. To switch keys without a gap, rotate it instead.
    </ConfirmDialog>
  );
}
