import type { FormatCalls, FormatDescriptor, FormatGuide } from './descriptor.ts';
import { ANSWER, BEARER, MESSAGES_TEXT, messages } from './shared-guide.ts';

const LABEL = 'Cohere';

const PROMPT_FIELDS = { message: 'string', messages: 'array', prompt: 'string' } as const;

export const cohere = {
  label: LABEL,
  types: ['chat', 'generate', 'embedding', 'rerank'],
  provider: 'cohere',
  priceLists: ['cohere'],
  required: {
    conversation: {
      chat: {
        request: { anyOf: PROMPT_FIELDS, otherwise: 'request.message must be a string.' },
        response: {
          anyOf: { text: 'string', message: 'object' },
          otherwise: 'response.text must be a string.',
        },
      },
      generate: {
        request: { anyOf: PROMPT_FIELDS, otherwise: 'request.message or request.prompt must be a string.' },
        response: { anyOf: { generations: 'array' } },
      },
    },
    embedding: { request: { lists: ['texts', 'images', 'inputs'] }, response: ['embeddings'] },
    rerank: { request: { lists: ['documents'] }, response: ['results'] },
  },
} as const satisfies FormatDescriptor;

export const cohereCalls: FormatCalls<(typeof cohere.types)[number]> = {
  paths: [
    [/\/v2\/rerank$/, () => ({ type: 'rerank' })],
    [/\/v[12]\/embed$/, () => ({ type: 'embedding' })],
    [/\/v[12]\/chat$/, () => ({ type: 'chat' })],
    [/\/v1\/generate$/, () => ({ type: 'generate' })],
  ],
  shared: ['rerank'],
};

export const cohereGuide: FormatGuide = {
  label: LABEL,
  endpoint({ type, has }) {
    const path = type === 'generate' ? 'v1/generate' : has('messages') ? 'v2/chat' : 'v1/chat';
    return { url: `https://api.cohere.com/${path}`, headers: [BEARER] };
  },
  example: {
    type: 'chat',
    request: { model: 'command-a-03-2025', messages },
    response: {
      id: 'first',
      message: { role: 'assistant', content: [{ type: 'text', text: ANSWER }] },
      finish_reason: 'COMPLETE',
      usage: {
        billed_units: { input_tokens: 6, output_tokens: 4 },
        tokens: { input_tokens: 12, output_tokens: 4 },
      },
    },
    node: 'await cohere.chat(request)',
    python: 'client.chat(**request).model_dump()',
  },
  client: {
    imports: `import { CohereClientV2 } from 'cohere-ai';`,
    made: 'const cohere = new CohereClientV2({ fetch: parley.fetch });',
    asks: `cohere.chat({
  model: 'command-a-03-2025',
  ${MESSAGES_TEXT},
})`,
  },
};
