import type { FormatCalls, FormatDescriptor, FormatGuide } from './descriptor.ts';
import { ANSWER, MESSAGES_TEXT, messages } from './shared-guide.ts';

const LABEL = 'Anthropic';

/** The shape of an exchange decides which of the two types it is, so both have the same requirements. */
const EITHER = {
  request: { anyOf: { messages: 'array', prompt: 'string' } },
  response: { anyOf: { content: 'array', completion: 'string' } },
} as const;

export const anthropic = {
  label: LABEL,
  types: ['chat', 'completion'],
  provider: 'anthropic',
  priceLists: ['anthropic'],
  required: { conversation: { chat: EITHER, completion: EITHER } },
} as const satisfies FormatDescriptor;

export const anthropicCalls: FormatCalls<(typeof anthropic.types)[number]> = {
  paths: [
    [/\/v1\/messages$/, () => ({ type: 'chat' })],
    [/\/v1\/complete$/, () => ({ type: 'completion' })],
    [
      // Vertex AI.
      /\/publishers\/anthropic\/models\/([^/:]+):(?:streamRaw|raw)predict$/i,
      ([, name = '']) => ({ type: 'chat', model: { member: 'model', name } }),
    ],
  ],
};

export const anthropicGuide: FormatGuide = {
  label: LABEL,
  endpoint: ({ type }) => ({
    url: `https://api.anthropic.com/v1/${type === 'completion' ? 'complete' : 'messages'}`,
    headers: ['x-api-key: $API_KEY', 'anthropic-version: 2023-06-01'],
  }),
  example: {
    type: 'chat',
    request: { model: 'claude-sonnet-4-5', max_tokens: 100, messages },
    response: {
      id: 'msg_first',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5-20250929',
      content: [{ type: 'text', text: ANSWER }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 12, output_tokens: 4 },
    },
    node: 'await anthropic.messages.create(request)',
    python: 'client.messages.create(**request).model_dump()',
  },
  client: {
    imports: `import Anthropic from '@anthropic-ai/sdk';`,
    made: 'const anthropic = new Anthropic({ fetch: parley.fetch });',
    asks: `anthropic.messages.create({
  model: 'claude-sonnet-5-5',
  max_tokens: 100,
  ${MESSAGES_TEXT},
})`,
  },
};
