import { useChange } from '../../api/use-ask.ts';
import { NewCredentialDialog } from './new-credential-dialog.tsx';

type Props = { appId: string; onMade: (apiKey: string) => void; onClose: () => void };

export function NewKeyDialog({ appId, onMade, onClose }: Props) {
  const create = useChange('POST /v1/applications/:appId/keys');
  return (
    <NewCredentialDialog
      title="New API key"
      action="Create key"
      change={create}
      placeholder="Production"
      hint="Name the place it is used, so you know which key to rotate later."
      onSubmit={(name) =>
        create.mutate({ params: { appId }, body: { name } }, { onSuccess: ({ apiKey }) => onMade(apiKey) })
      }
      onClose={onClose}
    />
  );
}
