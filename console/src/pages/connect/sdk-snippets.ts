/** Programs that use the client library, complete with the keys. `sdk/test/snippets.test.ts` runs them all. */
import { type Format, type FormatGuide, GUIDES } from '@parley/contract/providers';
import type { SnippetKeys } from './snippets.ts';

/** Installs the library from the server, which serves the version that goes with it. */
export function sdkInstall({ ingestUrl }: Pick<SnippetKeys, 'ingestUrl'>): string {
  return `npm install ${serverUrl(ingestUrl)}/sdk.tgz`;
}

function serverUrl(ingestUrl: string): string {
  return ingestUrl.replace(/\/track$/, '');
}

type Client = Pick<FormatGuide, 'label' | 'client'>;

const VERCEL: Client = {
  label: 'Vercel AI SDK',
  client: {
    imports: `import { createOpenAI } from '@ai-sdk/openai';\nimport { generateText } from 'ai';`,
    made: 'const openai = createOpenAI({ fetch: parley.fetch });',
    asks: `generateText({
  model: openai('gpt-4o'),
  prompt: 'Name a river in Europe.',
})`,
  },
};

const { universal, ...others } = GUIDES;

/** The client of every format's provider, and clients that call many providers. */
export const CLIENTS: Readonly<Record<Format | 'vercel', Client>> = { ...others, vercel: VERCEL, universal };

const LABELS = `, labels: { environment: 'production', feature: 'search' }`;

export type ClientName = keyof typeof CLIENTS;

export function sdkSnippet(
  name: ClientName,
  { ingestUrl, appKey, apiKey }: SnippetKeys,
  labelled = false,
): string {
  const { imports, made, asks, option } = CLIENTS[name].client;
  return `${imports}
import { Parley } from '@parley/sdk';

const parley = new Parley({
  url: '${serverUrl(ingestUrl)}',
  appKey: '${appKey}',
  apiKey: '${apiKey}',${option ? `\n  ${option}` : ''}
});
${made}

// Who asks, and in which conversation. It is optional.
await parley.with({ session: 'first-session', user: { userId: 'jane' }${labelled ? LABELS : ''} }, () =>
${asks.replaceAll(/^/gm, '  ')},
);
await parley.flush(); // Before the program ends; a server does not need it.`;
}
