import { useState } from 'react';
import { useAsk } from '../../api/use-ask.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { ErrorState, Skeleton } from '../../ui/status.tsx';
import { type LabelsOption, LabelsSwitch } from './labels-switch.tsx';
import { CLIENTS, type ClientName, sdkInstall, sdkSnippet } from './sdk-snippets.ts';
import { SnippetSelect } from './snippet-select.tsx';
import type { SnippetKeys } from './snippets.ts';

export function SdkTab({ keys, labels }: { keys: SnippetKeys; labels: LabelsOption }) {
  const [name, setName] = useState<ClientName>('openai');
  return (
    <>
      <p className="text-ink-2">
        For TypeScript and JavaScript. Your application keeps calling the model with its own client, and the
        SDK sends a copy of every call, streamed or not.
      </p>
      <Install keys={keys} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SnippetSelect label="Provider" options={CLIENTS} value={name} onChange={setName} />
        <LabelsSwitch {...labels} />
      </div>
      <CodeBlock
        captioned
        text={sdkSnippet(name, keys, labels.labelled)}
        label={`SDK, ${CLIENTS[name].label}`}
      />
    </>
  );
}

/** The server hosts the package. */
function Install({ keys }: { keys: SnippetKeys }) {
  const sdk = useAsk('GET /sdk', {});
  if (sdk.error) return <ErrorState error={sdk.error} retry={() => sdk.refetch()} />;
  if (!sdk.data) return <Skeleton className="h-12" />;
  const { version, integrity } = sdk.data;
  return (
    <>
      <CodeBlock text={sdkInstall(keys)} label="Install" />
      <details className="text-sm text-ink-2">
        <summary>Version {version}, served by this server</summary>
        <p className="pt-1 wrap-anywhere">
          Your lock file pins it to <code className="font-mono">{integrity}</code>. After an upgrade of this
          server, run the command again.
        </p>
      </details>
    </>
  );
}
