/**
 * The client library in a program that calls a model, with the keys in it. `sdk/test/snippets.test.ts` runs
 * them all.
 */
import { FORMAT_NAMES } from '../../lib/upstream-names.ts';
import type { SnippetKeys } from './snippets.ts';

/** From the server itself, which has it at this path. */
export function sdkInstall(path: string, { ingestUrl }: Pick<SnippetKeys, 'ingestUrl'>): string {
  return `npm install ${serverUrl(ingestUrl)}${path}`;
}

function serverUrl(ingestUrl: string): string {
  return ingestUrl.replace(/\/track$/, '');
}

type Client = {
  label: string;
  imports: string;
  made: string;
  asks: string;
  /** What Parley has to be told beside its address and the keys. */
  option?: string;
};

const MESSAGES = `messages: [{ role: 'user', content: 'Name a river in Europe.' }]`;

export const CLIENTS = {
  openai: {
    label: FORMAT_NAMES.openai,
    imports: `import OpenAI from 'openai';`,
    made: 'const openai = new OpenAI({ fetch: parley.fetch });',
    asks: `openai.chat.completions.create({
  model: 'gpt-4o',
  ${MESSAGES},
})`,
  },
  anthropic: {
    label: FORMAT_NAMES.anthropic,
    imports: `import Anthropic from '@anthropic-ai/sdk';`,
    made: 'const anthropic = new Anthropic({ fetch: parley.fetch });',
    asks: `anthropic.messages.create({
  model: 'claude-sonnet-5-5',
  max_tokens: 100,
  ${MESSAGES},
})`,
  },
  gemini: {
    label: FORMAT_NAMES.gemini,
    imports: `import { GoogleGenAI } from '@google/genai';`,
    made: `const ai = new GoogleGenAI({
  apiKey: process.env.GEMINI_API_KEY,
  httpOptions: { fetch: parley.fetch },
});`,
    asks: `ai.models.generateContent({
  model: 'gemini-2.5-flash',
  contents: 'Name a river in Europe.',
})`,
  },
  bedrock: {
    label: FORMAT_NAMES.bedrock,
    imports: `import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';`,
    made: 'const bedrock = parley.bedrock(new BedrockRuntimeClient());',
    asks: `bedrock.send(
  new ConverseCommand({
    modelId: 'anthropic.claude-3-5-sonnet-20240620-v1:0',
    messages: [{ role: 'user', content: [{ text: 'Name a river in Europe.' }] }],
  }),
)`,
  },
  cohere: {
    label: FORMAT_NAMES.cohere,
    imports: `import { CohereClientV2 } from 'cohere-ai';`,
    made: 'const cohere = new CohereClientV2({ fetch: parley.fetch });',
    asks: `cohere.chat({
  model: 'command-a-03-2025',
  ${MESSAGES},
})`,
  },
  mistral: {
    label: FORMAT_NAMES.mistral,
    imports: `import { HTTPClient, Mistral } from '@mistralai/mistralai';`,
    made: `const mistral = new Mistral({
  apiKey: process.env.MISTRAL_API_KEY,
  httpClient: new HTTPClient({ fetcher: parley.fetch }),
});`,
    asks: `mistral.chat.complete({
  model: 'mistral-large-latest',
  ${MESSAGES},
})`,
  },
  perplexity: {
    label: FORMAT_NAMES.perplexity,
    imports: `import Perplexity from '@perplexity-ai/perplexity_ai';`,
    made: 'const perplexity = new Perplexity({ fetch: parley.fetch });',
    asks: `perplexity.chat.completions.create({
  model: 'sonar',
  ${MESSAGES},
})`,
  },
  vercel: {
    label: 'Vercel AI SDK',
    imports: `import { createOpenAI } from '@ai-sdk/openai';\nimport { generateText } from 'ai';`,
    made: 'const openai = createOpenAI({ fetch: parley.fetch });',
    asks: `generateText({
  model: openai('gpt-4o'),
  prompt: 'Name a river in Europe.',
})`,
  },
  universal: {
    label: 'Another provider',
    imports: `import OpenAI from 'openai';`,
    made: `const provider = new OpenAI({
  baseURL: 'https://llm.example.com/v1',
  apiKey: process.env.PROVIDER_API_KEY,
  fetch: parley.fetch,
});`,
    asks: `provider.chat.completions.create({
  model: 'my-model',
  ${MESSAGES},
})`,
    option: `hosts: { 'llm.example.com': 'universal' },`,
  },
} as const satisfies Record<string, Client>;

const LABELS = `, labels: { environment: 'production', feature: 'search' }`;

export type ClientName = keyof typeof CLIENTS;

export function sdkSnippet(
  name: ClientName,
  { ingestUrl, appKey, apiKey }: SnippetKeys,
  labelled = false,
): string {
  const { imports, made, asks, option }: Client = CLIENTS[name];
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
