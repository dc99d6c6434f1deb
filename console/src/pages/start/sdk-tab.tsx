import { useState } from 'react';
import { CodeBlock } from '../../ui/copy.tsx';
import { CLIENTS, type ClientName, SDK_INSTALL, sdkSnippet } from './sdk-snippets.ts';
import { SnippetSelect } from './snippet-select.tsx';
import type { SnippetKeys } from './snippets.ts';

export function SdkTab({ keys }: { keys: SnippetKeys }) {
  const [name, setName] = useState<ClientName>('openai');
  return (
    <>
      <p className="text-ink-2">
        For TypeScript and JavaScript. Your application keeps calling the model with its own client, and the
        SDK sends a copy of every call, streamed or not.
      </p>
      <CodeBlock text={SDK_INSTALL} label="Install" />
      <SnippetSelect label="Provider" options={CLIENTS} value={name} onChange={setName} />
      <CodeBlock captioned text={sdkSnippet(name, keys)} label={`SDK, ${CLIENTS[name].label}`} />
    </>
  );
}
