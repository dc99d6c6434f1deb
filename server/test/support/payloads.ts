/** Small valid payloads of every format and type; tests change what they need. */
import { FORMATS, type Format, typesOf } from '@parley/contract';

export type Json = Record<string, unknown>;
export type ExchangeBodies = { request: Json; response: Json };
export type Keys = { appKey: string; apiKey: string };
export type Payload = Json & { reconify: Json } & ExchangeBodies;

export const TEST_KEYS: Keys = { appKey: 'app-key-for-tests', apiKey: 'api-key-for-tests-0123456789' };

const MESSAGES = [{ role: 'user', content: 'Name a river.' }];
const CHOICES = [
  { index: 0, message: { role: 'assistant', content: 'The Elbe.' }, finish_reason: 'stop' },
] as const;
const USAGE = { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 };

function openaiLike(model: string): () => ExchangeBodies {
  return () => ({
    request: { model, messages: MESSAGES },
    response: {
      id: 'chat-1',
      object: 'chat.completion',
      created: 1_736_500_000,
      model,
      choices: CHOICES,
      usage: USAGE,
    },
  });
}

function geminiExchange(): ExchangeBodies {
  return {
    request: { model: 'gemini-1.5-flash', contents: [{ role: 'user', parts: [{ text: 'Name a river.' }] }] },
    response: {
      candidates: [
        { content: { role: 'model', parts: [{ text: 'The Elbe.' }] }, finishReason: 'STOP', index: 0 },
      ],
      usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 3, totalTokenCount: 7 },
    },
  };
}

function embedding(model: string): () => ExchangeBodies {
  return () => ({
    request: { model, input: ['A river.', 'A lake.'] },
    response: {
      object: 'list',
      data: [
        { object: 'embedding', index: 0, embedding: [0.25, -0.5, 1.5e-3] },
        { object: 'embedding', index: 1, embedding: [0.5, 0.125, 0] },
      ],
      model,
      usage: { prompt_tokens: 6, total_tokens: 6 },
    },
  });
}

function rerank(model: string): () => ExchangeBodies {
  return () => ({
    request: { model, query: 'Name a river.', documents: ['The Alps.', 'The Elbe.'] },
    response: {
      id: 'r-1',
      results: [
        { index: 1, relevance_score: 0.9 },
        { index: 0, relevance_score: 0.1 },
      ],
    },
  });
}

/** Bodies as Bedrock's InvokeModel wraps them. */
function invoked(modelId: string, request: Json, response: Json): () => ExchangeBodies {
  const asJson = { contentType: 'application/json', accept: 'application/json' };
  return () => ({
    request: { modelId, ...asJson, body: JSON.stringify(request) },
    response: { requestId: 'r-1', body: response },
  });
}

function ollama(request: Json, response: Json): () => ExchangeBodies {
  return () => ({
    request: { model: 'llama3.2', ...request },
    response: {
      model: 'llama3.2',
      ...response,
      done: true,
      done_reason: 'stop',
      prompt_eval_count: 11,
      eval_count: 4,
    },
  });
}

const EXCHANGES: Record<Format, Record<string, () => ExchangeBodies>> = {
  gemini: {
    chat: geminiExchange,
    generate: geminiExchange,
    embedding: () => ({
      request: { model: 'gemini-embedding-001', content: { parts: [{ text: 'A river.' }] } },
      response: { embedding: { values: [0.25, -0.5] } },
    }),
  },
  bedrock: {
    chat: () => ({
      request: {
        modelId: 'anthropic.claude-v2',
        contentType: 'application/json',
        accept: 'application/json',
        body: JSON.stringify({ prompt: '\n\nHuman: Name a river.\n\nAssistant:', max_tokens_to_sample: 50 }),
      },
      response: { requestId: 'r-1', body: { completion: ' The Elbe.', stop_reason: 'stop_sequence' } },
    }),
    embedding: invoked(
      'amazon.titan-embed-text-v2:0',
      { inputText: 'A river.' },
      { embedding: [0.25, -0.5], inputTextTokenCount: 3 },
    ),
    rerank: invoked(
      'cohere.rerank-v3-5:0',
      { query: 'Name a river.', documents: ['The Alps.', 'The Elbe.'] },
      { results: [{ index: 1, relevance_score: 0.9 }] },
    ),
  },
  cohere: {
    chat: () => ({
      request: { model: 'command', message: 'Name a river.' },
      response: {
        response_id: 'c-1',
        text: 'The Elbe.',
        generationId: 'g-1',
        token_count: { prompt_tokens: 5, response_tokens: 3, total_tokens: 8, billed_tokens: 7 },
      },
    }),
    generate: () => ({
      request: { model: 'command', message: 'Name a river.', max_tokens: 20 },
      response: {
        id: 'c-2',
        generations: [{ id: 'g-2', text: 'The Elbe.', finish_reason: 'COMPLETE' }],
        prompt: 'Name a river.',
      },
    }),
    embedding: () => ({
      request: { model: 'embed-v4.0', texts: ['A river.'], input_type: 'search_document' },
      response: {
        id: 'e-1',
        embeddings: { float: [[0.25, -0.5]] },
        meta: { billed_units: { input_tokens: 3 } },
      },
    }),
    rerank: rerank('rerank-v3.5'),
  },
  anthropic: {
    chat: () => ({
      request: { model: 'claude-3-haiku-20240307', max_tokens: 50, messages: MESSAGES, system: 'Be brief.' },
      response: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        content: [{ type: 'text', text: 'The Elbe.' }],
        model: 'claude-3-haiku-20240307',
        stop_reason: 'end_turn',
        stop_sequence: null,
        usage: { input_tokens: 12, output_tokens: 6 },
      },
    }),
    completion: () => ({
      request: { model: 'claude-2', max_tokens_to_sample: 50, prompt: '\n\nHuman: A river?\n\nAssistant:' },
      response: { completion: ' The Elbe.', stop_reason: 'stop_sequence', model: 'claude-2', log_id: 'l-1' },
    }),
  },
  openai: {
    chat: openaiLike('gpt-4o-2024-08-06'),
    completion: () => ({
      request: { model: 'gpt-3.5-turbo-instruct', prompt: 'Name a river.', max_tokens: 7, temperature: 0 },
      response: {
        id: 'cmpl-1',
        object: 'text_completion',
        created: 1_736_500_000,
        model: 'gpt-3.5-turbo-instruct',
        choices: [{ text: ' The Elbe.', index: 0, logprobs: null, finish_reason: 'stop' }],
        usage: USAGE,
      },
    }),
    response: () => ({
      request: { model: 'gpt-4.1', input: 'Name a river.' },
      response: {
        id: 'resp_1',
        object: 'response',
        created_at: 1_736_500_000,
        status: 'completed',
        error: null,
        incomplete_details: null,
        model: 'gpt-4.1-2025-04-14',
        output: [
          {
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: 'The Elbe.', annotations: [] }],
          },
        ],
        usage: { input_tokens: 11, output_tokens: 4, total_tokens: 15 },
      },
    }),
    embedding: embedding('text-embedding-3-small'),
  },
  mistral: { chat: openaiLike('mistral-small-latest'), embedding: embedding('mistral-embed') },
  perplexity: { chat: openaiLike('sonar') },
  ollama: {
    chat: ollama({ messages: MESSAGES }, { message: { role: 'assistant', content: 'The Elbe.' } }),
    generate: ollama({ prompt: 'Name a river.' }, { response: 'The Elbe.' }),
    embedding: () => ({
      request: { model: 'nomic-embed-text', input: ['A river.', 'A lake.'] },
      response: {
        model: 'nomic-embed-text',
        embeddings: [
          [0.25, -0.5],
          [0.5, 0.125],
        ],
        prompt_eval_count: 6,
      },
    }),
  },
  universal: {
    chat: openaiLike('some-other-model'),
    embedding: embedding('some-embedding-model'),
    rerank: rerank('some-ranking-model'),
  },
};

/** Every pair of a format and a type it allows. */
export const FORMATS_AND_TYPES: readonly { format: Format; type: string }[] = FORMATS.flatMap((format) =>
  typesOf(format).map((type) => ({ format, type: String(type) })),
);

export function exchangeOf(format: Format, type: string): ExchangeBodies {
  const build = EXCHANGES[format][type];
  if (!build) throw new Error(`There is no ${type} for ${format}.`);
  return build();
}

/** A payload that is accepted without a warning; `changes` replace its top-level members. */
export function payloadOf(
  format: Format = 'openai',
  type = 'chat',
  changes: Json = {},
  keys: Keys = TEST_KEYS,
): Payload {
  const { request, response } = exchangeOf(format, type);
  return { reconify: { format, type, version: '3.1.0', ...keys }, request, response, ...changes };
}

export function bytesOf(payload: unknown): Buffer {
  return Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
}
