import type { FormatCalls, FormatDescriptor, FormatGuide } from './descriptor.ts';
import { ANSWER, MESSAGES_TEXT, messages } from './shared-guide.ts';

const LABEL = 'Ollama';

/** Ollama's native API. Its endpoints in OpenAI's dialect are format `universal`. */
export const ollama = {
  label: LABEL,
  types: ['chat', 'generate', 'embedding'],
  provider: 'ollama',
  // Ollama runs on the operator's machines; only their own prices apply.
  priceLists: [],
  required: {
    conversation: {
      chat: { request: { anyOf: { messages: 'array' } }, response: { anyOf: { message: 'object' } } },
      generate: { request: { anyOf: { prompt: 'string' } }, response: { anyOf: { response: 'string' } } },
    },
    // `prompt` and `embedding` are from the older /api/embeddings.
    embedding: { request: { texts: ['input', 'prompt'], lists: [] }, response: ['embeddings', 'embedding'] },
  },
} as const satisfies FormatDescriptor;

export const ollamaCalls: FormatCalls<(typeof ollama.types)[number]> = {
  // Not /api/embeddings: gateways use that path for OpenAI's dialect.
  paths: [
    [/\/api\/chat$/, () => ({ type: 'chat' })],
    [/\/api\/generate$/, () => ({ type: 'generate' })],
    [/\/api\/embed$/, () => ({ type: 'embedding' })],
  ],
};

export const ollamaGuide: FormatGuide = {
  label: LABEL,
  endpoint: ({ type }) => ({
    url: `http://localhost:11434/api/${type === 'embedding' ? 'embed' : type}`,
    headers: [],
  }),
  example: {
    type: 'chat',
    request: { model: 'llama3.2', messages, stream: false },
    response: {
      model: 'llama3.2',
      message: { role: 'assistant', content: ANSWER },
      done: true,
      done_reason: 'stop',
      total_duration: 912_000_000,
      prompt_eval_count: 12,
      eval_count: 4,
    },
    node: 'await ollama.chat(request)',
    python: 'client.chat(**request).model_dump()',
  },
  client: {
    imports: `import { Ollama } from 'ollama';`,
    made: 'const ollama = new Ollama({ fetch: parley.fetch });',
    asks: `ollama.chat({
  model: 'llama3.2',
  ${MESSAGES_TEXT},
})`,
  },
};
