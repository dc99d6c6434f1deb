import type { FormatCalls, FormatDescriptor, FormatGuide } from './descriptor.ts';
import { BEARER, choices, MESSAGES_TEXT, messages, usage } from './shared-guide.ts';

const LABEL = 'Mistral';

export const mistral = {
  label: LABEL,
  types: ['chat', 'embedding'],
  provider: 'mistral',
  priceLists: ['mistral'],
  required: {
    conversation: {
      chat: { request: { anyOf: { messages: 'array' } }, response: { anyOf: { choices: 'array' } } },
    },
    embedding: { request: { texts: ['input', 'inputs'], lists: [] }, response: ['data'] },
  },
} as const satisfies FormatDescriptor;

export const mistralCalls: FormatCalls<(typeof mistral.types)[number]> = {
  paths: [
    [/\/(?:fim|agents)\/completions$/, () => ({ type: 'chat' })],
    [
      // Vertex AI.
      /\/publishers\/mistralai\/models\/([^/:]+):(?:streamRaw|raw)predict$/i,
      ([, name = '']) => ({ type: 'chat', model: { member: 'model', name } }),
    ],
  ],
  shared: ['chat', 'embedding'],
  agent: 'mistral',
};

export const mistralGuide: FormatGuide = {
  label: LABEL,
  endpoint: () => ({ url: 'https://api.mistral.ai/v1/chat/completions', headers: [BEARER] }),
  example: {
    type: 'chat',
    request: { model: 'mistral-large-latest', messages },
    response: { id: 'first', object: 'chat.completion', model: 'mistral-large-2411', choices, usage },
    node: 'await (await fetch(MISTRAL_URL, …)).json()',
    python: 'client.chat.complete(**request).model_dump()',
  },
  client: {
    imports: `import { HTTPClient, Mistral } from '@mistralai/mistralai';`,
    made: `const mistral = new Mistral({
  apiKey: process.env.MISTRAL_API_KEY,
  httpClient: new HTTPClient({ fetcher: parley.fetch }),
});`,
    asks: `mistral.chat.complete({
  model: 'mistral-large-latest',
  ${MESSAGES_TEXT},
})`,
  },
};
