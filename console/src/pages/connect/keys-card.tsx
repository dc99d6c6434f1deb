import { useChange } from '../../api/use-ask.ts';
import type { OwnApplication } from '../../state/me.ts';
import { rememberKey } from '../../state/new-api-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyLine } from '../../ui/copy.tsx';
import { ErrorState } from '../../ui/status.tsx';

type Props = {
  application: OwnApplication;
  apiKey: string | undefined;
  mayMakeKeys: boolean;
  onMade: (apiKey: string) => void;
};

export function KeysCard({ application, apiKey, mayMakeKeys, onMade }: Props) {
  return (
    <Card title="Keys and URL">
      <div className="flex flex-col gap-3">
        <CopyLine label="Ingest URL" text={application.ingestUrl} />
        <CopyLine label="Application key" text={application.appKey} />
        {apiKey === undefined ? (
          <NoKey appId={application.id} mayMakeKeys={mayMakeKeys} onMade={onMade} />
        ) : (
          <div className="flex flex-col gap-1.5">
            <CopyLine label="API key" text={apiKey} />
            <p className="text-sm text-warn">
              Save the API key now. It is not shown again once you close or reload this window.
            </p>
          </div>
        )}
      </div>
    </Card>
  );
}

type NoKeyProps = Pick<Props, 'mayMakeKeys' | 'onMade'> & { appId: string };

function NoKey({ appId, mayMakeKeys, onMade }: NoKeyProps) {
  const create = useChange('POST /v1/applications/:appId/keys');
  const make = () =>
    create.mutate(
      { params: { appId }, body: { name: `Connect page, ${new Date().toISOString().slice(0, 10)}` } },
      {
        onSuccess({ apiKey }) {
          rememberKey(appId, apiKey);
          onMade(apiKey);
        },
      },
    );
  return (
    <div className="flex flex-col items-start gap-2">
      <span className="text-sm font-medium">API key</span>
      <p className="text-sm text-ink-2">
        An API key is shown once, when it is created.{' '}
        {mayMakeKeys
          ? 'Use the one you saved, or create another. Existing keys keep working.'
          : 'Use the one you saved, or ask someone who can create one.'}
      </p>
      {mayMakeKeys ? (
        <Button busy={create.isPending} onClick={make}>
          Create API key
        </Button>
      ) : null}
      {create.error ? <ErrorState error={create.error} /> : null}
    </div>
  );
}
