import type { FormatCalls, FormatDescriptor, FormatGuide } from './descriptor.ts';
import { BEARER, choices, MESSAGES_TEXT, messages, usage } from './shared-guide.ts';

/** For providers without a format of their own; read as OpenAI's dialect where the shape allows. */
export const universal = {
  label: 'Universal',
  types: ['chat', 'embedding', 'rerank'],
  provider: null,
  priceLists: [null],
  // Clients may send any shape; what is not understood is stored raw.
  required: { conversation: {} },
} as const satisfies FormatDescriptor;

export const universalCalls: FormatCalls<(typeof universal.types)[number]> = {};

export const universalGuide: FormatGuide = {
  label: 'Another provider',
  endpoint: () => ({ url: '$API_URL', headers: [BEARER] }),
  example: {
    type: 'chat',
    request: { model: 'my-model', messages },
    response: { id: 'first', model: 'my-model', choices, usage },
    node: "your provider's answer, as JSON",
    python: "your provider's answer, as a dictionary",
  },
  client: {
    imports: `import OpenAI from 'openai';`,
    made: `const provider = new OpenAI({
  baseURL: 'https://llm.example.com/v1',
  apiKey: process.env.PROVIDER_API_KEY,
  fetch: parley.fetch,
});`,
    asks: `provider.chat.completions.create({
  model: 'my-model',
  ${MESSAGES_TEXT},
})`,
    option: `hosts: { 'llm.example.com': 'universal' },`,
  },
};
