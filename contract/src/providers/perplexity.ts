import type { FormatCalls, FormatDescriptor, FormatGuide } from './descriptor.ts';
import { BEARER, choices, MESSAGES_TEXT, messages, usage } from './shared-guide.ts';

const LABEL = 'Perplexity';

export const perplexity = {
  label: LABEL,
  types: ['chat'],
  provider: 'perplexity',
  priceLists: ['perplexity'],
  required: {
    conversation: {
      chat: { request: { anyOf: { messages: 'array' } }, response: { anyOf: { choices: 'array' } } },
    },
  },
} as const satisfies FormatDescriptor;

export const perplexityCalls: FormatCalls<(typeof perplexity.types)[number]> = {
  shared: ['chat'],
  agent: 'perplexity',
};

export const perplexityGuide: FormatGuide = {
  label: LABEL,
  endpoint: () => ({ url: 'https://api.perplexity.ai/chat/completions', headers: [BEARER] }),
  example: {
    type: 'chat',
    request: { model: 'sonar', messages },
    response: {
      id: 'first',
      model: 'sonar',
      citations: ['https://example.com/rivers'],
      choices,
      usage,
    },
    node: 'await perplexity.chat.completions.create(request)',
    python: 'client.chat.completions.create(**request).model_dump()',
  },
  client: {
    imports: `import Perplexity from '@perplexity-ai/perplexity_ai';`,
    made: 'const perplexity = new Perplexity({ fetch: parley.fetch });',
    asks: `perplexity.chat.completions.create({
  model: 'sonar',
  ${MESSAGES_TEXT},
})`,
  },
};
