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
      action="Revoke the key"
      change={revoke}
      onConfirm={() => revoke.mutate({ params: { appId, keyId: id } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      Whatever still sends with the key that ends with <code className="font-mono">…{hint}</code> is refused
      from now on. This cannot be taken back; to change keys without a gap, rotate it instead.
    </ConfirmDialog>
  );
}
