import { useChange } from '../../api/use-ask.ts';
import type { OwnApplication } from '../../state/me.ts';
import { timeZoneOf } from '../../state/view.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Time } from '../../ui/time.tsx';
import type { ApiKey } from './key-columns.tsx';

type Props = {
  application: OwnApplication;
  apiKey: ApiKey;
  /** Whether no other key works. */
  isOnly: boolean;
  onRotate: () => void;
  onClose: () => void;
};

export function RevokeKeyDialog({ application, apiKey, isOnly, onRotate, onClose }: Props) {
  const revoke = useChange('DELETE /v1/applications/:appId/keys/:keyId');
  const { id, name, hint, lastUsedAt } = apiKey;
  return (
    <ConfirmDialog
      open
      title={isOnly ? 'Revoke the only key?' : `Revoke ${name}`}
      action={isOnly ? 'Revoke the only key' : 'Revoke key'}
      change={revoke}
      instead={{ action: 'Rotate instead', onChoose: onRotate }}
      onConfirm={() =>
        revoke.mutate({ params: { appId: application.id, keyId: id } }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-2">
        {isOnly ? (
          <p className="text-ink">
            <bdi>{name}</bdi> is the only key of{' '}
            <strong className="font-semibold">
              <bdi>{application.name}</bdi>
            </strong>
            . Without it, everything the application sends is refused, until you create another key.
          </p>
        ) : (
          <p>
            Anything still sending with the key ending in <code className="font-mono">…{hint}</code> is
            refused from now on.
          </p>
        )}
        <p>You can’t undo this. To switch keys without a gap, rotate it instead.</p>
        <p>
          {lastUsedAt === null ? (
            'It was never used.'
          ) : (
            <>
              Last used: <Time at={lastUsedAt} timeZone={timeZoneOf({})} relative />
            </>
          )}
        </p>
      </div>
    </ConfirmDialog>
  );
}
