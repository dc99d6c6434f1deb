import { createOpenAI } from '@ai-sdk/openai';
import { GoogleGenAI } from '@google/genai';
import { HTTPClient, Mistral } from '@mistralai/mistralai';
import Perplexity from '@perplexity-ai/perplexity_ai';
import { generateText, streamText } from 'ai';
import { CohereClientV2 } from 'cohere-ai';
import { Mistral as FirstMistral } from 'mistral-first';
import { HTTPClient as FirstHttpClient } from 'mistral-first/lib/http.js';
import { TOOL } from './answers.ts';
import {
  all,
  answered,
  type Case,
  called,
  caught,
  cutOff,
  type Expected,
  failed,
  first,
  found,
  QUESTION,
} from './cases.ts';

type Fetch = typeof globalThis.fetch;

const messages = [{ role: 'user' as const, content: QUESTION }];
const parameters = { type: 'object', properties: {} };
const tools = [{ type: 'function' as const, function: { name: TOOL.name, parameters } }];
const failing = [{ role: 'user' as const, content: 'fail 400' }];

const GEMINI = { format: 'gemini', type: 'chat', requestedModel: 'gemini-2.5-flash' };

function gemini(fetch: Fetch, baseUrl: string) {
  return new GoogleGenAI({ apiKey: 'a key', httpOptions: { baseUrl, fetch } }).models;
}

const GEMINI_CASES: readonly Case[] = [
  {
    name: 'gemini: an answer, and a tool call',
    run: async (fetch, url) => {
      const asked = { model: GEMINI.requestedModel, contents: QUESTION };
      const config = { tools: [{ functionDeclarations: [{ name: TOOL.name }] }] };
      const both = [
        await gemini(fetch, url).generateContent(asked),
        await gemini(fetch, url).generateContent({ ...asked, config }),
      ];
      return both.map(({ text, functionCalls, usageMetadata }) => ({ text, functionCalls, usageMetadata }));
    },
    recorded: [answered(GEMINI), called(GEMINI)],
  },
  {
    name: 'gemini: a stream, and one that is left early',
    run: async (fetch, url) => {
      const asked = { model: GEMINI.requestedModel, contents: QUESTION };
      const events = await all(await gemini(fetch, url).generateContentStream(asked));
      const left = await first(await gemini(fetch, url).generateContentStream(asked));
      return [events.map(({ text }) => text), left?.text];
    },
    recorded: [answered(GEMINI, { streamed: true }), cutOff(GEMINI)],
  },
  {
    name: 'gemini: an error',
    run: (fetch, url) =>
      caught(() =>
        gemini(fetch, url).generateContent({ model: GEMINI.requestedModel, contents: 'fail 400' }),
      ),
    recorded: [failed(GEMINI)],
  },
];

const COHERE = { format: 'cohere', type: 'chat', requestedModel: 'command-a-03-2025' };

function cohere(fetch: Fetch, environment: string) {
  return new CohereClientV2({ token: 'a key', environment, fetch, maxRetries: 0 });
}

const COHERE_CASES: readonly Case[] = [
  {
    name: 'cohere: an answer, and a tool call',
    run: async (fetch, url) => [
      await cohere(fetch, url).chat({ model: COHERE.requestedModel, messages }),
      await cohere(fetch, url).chat({ model: COHERE.requestedModel, messages, tools }),
    ],
    recorded: [answered(COHERE), called(COHERE)],
  },
  {
    name: 'cohere: a ranking',
    run: (fetch, url) =>
      cohere(fetch, url).rerank({
        model: 'rerank-v3.5',
        query: 'Which river?',
        documents: ['The Alps', 'The Elbe'],
      }),
    recorded: [found({ format: 'cohere', type: 'rerank', requestedModel: 'rerank-v3.5' }, null)],
  },
  {
    name: 'cohere: a stream, and one that is left early',
    run: async (fetch, url) => [
      await all(await cohere(fetch, url).chatStream({ model: COHERE.requestedModel, messages })),
      await first(await cohere(fetch, url).chatStream({ model: COHERE.requestedModel, messages })),
    ],
    recorded: [answered(COHERE, { streamed: true }), cutOff(COHERE)],
  },
  {
    name: 'cohere: an error',
    run: (fetch, url) =>
      caught(() => cohere(fetch, url).chat({ model: COHERE.requestedModel, messages: failing })),
    recorded: [failed(COHERE)],
  },
];

const MISTRAL = { format: 'mistral', type: 'chat', requestedModel: 'mistral-small-latest' };

function mistralCases(name: string, left: Expected, made: (fetch: Fetch, url: string) => Mistral): Case[] {
  const asked = { model: MISTRAL.requestedModel, messages };
  return [
    {
      name: `${name}: an answer, and a tool call`,
      run: async (fetch, url) => [
        await made(fetch, url).chat.complete(asked),
        await made(fetch, url).chat.complete({ ...asked, tools }),
      ],
      recorded: [answered(MISTRAL), called(MISTRAL)],
    },
    {
      name: `${name}: a stream, and one that is left early`,
      run: async (fetch, url) => [
        await all(await made(fetch, url).chat.stream(asked)),
        await first(await made(fetch, url).chat.stream(asked)),
      ],
      recorded: [answered(MISTRAL, { streamed: true }), left],
    },
    {
      name: `${name}: an error`,
      run: (fetch, url) => caught(() => made(fetch, url).chat.complete({ ...asked, messages: failing })),
      recorded: [failed(MISTRAL)],
    },
  ];
}

const SONAR = { format: 'perplexity', type: 'chat', requestedModel: 'sonar' };

function perplexity(fetch: Fetch, baseURL: string) {
  return new Perplexity({ apiKey: 'a key', baseURL, fetch, maxRetries: 0 }).chat.completions;
}

const PERPLEXITY_CASES: readonly Case[] = [
  {
    name: 'perplexity: an answer',
    run: (fetch, url) => perplexity(fetch, url).create({ model: SONAR.requestedModel, messages }),
    recorded: [answered(SONAR)],
  },
  {
    name: 'perplexity: a stream',
    run: async (fetch, url) =>
      all(await perplexity(fetch, url).create({ model: SONAR.requestedModel, messages, stream: true })),
    recorded: [answered(SONAR, { streamed: true })],
  },
  {
    name: 'perplexity: an error',
    run: (fetch, url) =>
      caught(() => perplexity(fetch, url).create({ model: SONAR.requestedModel, messages: failing })),
    recorded: [failed(SONAR)],
  },
];

const LLAMA = { format: 'ollama', type: 'chat', requestedModel: 'llama3.2' };

/** Its client is a thin layer over `fetch`. */
async function ollama(fetch: Fetch, url: string, stream: boolean) {
  const body = JSON.stringify({ model: LLAMA.requestedModel, messages, stream });
  return (await fetch(`${url}/api/chat`, { method: 'POST', body })).text();
}

const OLLAMA_CASES: readonly Case[] = [
  {
    name: 'ollama: an answer',
    run: (fetch, url) => ollama(fetch, url, false),
    recorded: [answered(LLAMA)],
  },
  {
    name: 'ollama: a stream',
    run: (fetch, url) => ollama(fetch, url, true),
    recorded: [answered(LLAMA, { streamed: true })],
  },
];

const VERCEL = { format: 'openai', type: 'chat', requestedModel: 'gpt-4o' };

function vercel(fetch: Fetch, url: string) {
  return createOpenAI({ apiKey: 'a key', baseURL: `${url}/v1`, fetch });
}

const VERCEL_CASES: readonly Case[] = [
  {
    name: 'ai: generateText',
    run: async (fetch, url) => {
      const { text, usage } = await generateText({
        model: vercel(fetch, url).chat('gpt-4o'),
        prompt: QUESTION,
      });
      return { text, usage };
    },
    recorded: [answered(VERCEL)],
  },
  {
    name: 'ai: streamText',
    run: async (fetch, url) =>
      all(streamText({ model: vercel(fetch, url).chat('gpt-4o'), prompt: QUESTION }).textStream),
    recorded: [answered(VERCEL, { streamed: true })],
  },
  {
    name: 'ai: the Responses API',
    run: async (fetch, url) =>
      all(
        streamText({
          model: vercel(fetch, url)('gpt-4o'),
          prompt: QUESTION,
          providerOptions: { openai: { store: false } },
        }).textStream,
      ),
    recorded: [answered({ ...VERCEL, type: 'response' }, { streamed: true })],
  },
];

const settings = (serverURL: string) => ({ apiKey: 'a key', serverURL });

export const OTHER_CASES: readonly Case[] = [
  ...GEMINI_CASES,
  ...COHERE_CASES,
  ...mistralCases(
    'mistral',
    cutOff(MISTRAL),
    (fetch, url) => new Mistral({ ...settings(url), httpClient: new HTTPClient({ fetcher: fetch }) }),
  ),
  // This client reads the whole stream before it yields the first event.
  ...mistralCases('mistral 1.0', answered(MISTRAL, { streamed: true }), (fetch, url) => {
    const httpClient = new FirstHttpClient({ fetcher: fetch as never });
    return new FirstMistral({ ...settings(url), httpClient }) as unknown as Mistral;
  }),
  ...PERPLEXITY_CASES,
  ...OLLAMA_CASES,
  ...VERCEL_CASES,
];
