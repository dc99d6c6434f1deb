import type { FormatCalls, FormatDescriptor, FormatGuide } from './descriptor.ts';
import { BEARER, choices, MESSAGES_TEXT, messages, usage } from './shared-guide.ts';

const LABEL = 'OpenAI';

export const openai = {
  label: LABEL,
  types: ['chat', 'completion', 'response', 'embedding'],
  provider: 'openai',
  // Many vendors accept requests in OpenAI's format.
  priceLists: ['openai', null, 'azure'],
  required: {
    conversation: 'in code',
    embedding: { request: { texts: ['input'], lists: [] }, response: ['data'] },
  },
} as const satisfies FormatDescriptor;

export const openaiCalls: FormatCalls<(typeof openai.types)[number]> = {
  shared: ['chat', 'completion', 'response', 'embedding'],
};

export const openaiGuide: FormatGuide = {
  label: LABEL,
  endpoint({ type, provider }) {
    const path = { completion: 'completions', response: 'responses' }[type] ?? 'chat/completions';
    if (provider === 'azure') {
      return {
        url: `https://$AZURE_RESOURCE.openai.azure.com/openai/v1/${path}`,
        headers: ['api-key: $API_KEY'],
      };
    }
    return { url: `https://api.openai.com/v1/${path}`, headers: [BEARER] };
  },
  example: {
    type: 'chat',
    request: { model: 'gpt-4o', messages },
    response: { id: 'chatcmpl-first', object: 'chat.completion', model: 'gpt-4o-2024-08-06', choices, usage },
    node: 'await openai.chat.completions.create(request)',
    python: 'client.chat.completions.create(**request).model_dump()',
  },
  client: {
    imports: `import OpenAI from 'openai';`,
    made: 'const openai = new OpenAI({ fetch: parley.fetch });',
    asks: `openai.chat.completions.create({
  model: 'gpt-4o',
  ${MESSAGES_TEXT},
})`,
  },
};
