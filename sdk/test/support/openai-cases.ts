import OpenAI from 'openai';
import FirstOpenAI from 'openai-first';
import { TOOL } from './answers.ts';
import { all, answered, type Case, called, caught, cutOff, failed, first, found, QUESTION } from './cases.ts';

const MODEL = 'gpt-4o';
const CHAT = { format: 'openai', type: 'chat', requestedModel: MODEL };
const RESPONSE = { ...CHAT, type: 'response' };
const messages = [{ role: 'user' as const, content: QUESTION }];
const tools = [
  {
    type: 'function' as const,
    function: { name: TOOL.name, parameters: { type: 'object', properties: {} } },
  },
];
const failing = (how: string) => [{ role: 'user' as const, content: `Please fail ${how}` }];

type Options = { fetch: typeof globalThis.fetch; baseURL: string; apiKey: string; maxRetries: number };
type Client = (options: Options) => OpenAI;

function casesOf(name: string, client: Client): Case[] {
  const made = (fetch: typeof globalThis.fetch, url: string, maxRetries = 0) =>
    client({ fetch, baseURL: `${url}/v1`, apiKey: 'a key', maxRetries });
  return [
    {
      name: `${name}: an answer`,
      run: (fetch, url) => made(fetch, url).chat.completions.create({ model: MODEL, messages }),
      recorded: [answered(CHAT)],
    },
    {
      name: `${name}: an embedding`,
      run: (fetch, url) =>
        made(fetch, url).embeddings.create({ model: 'text-embedding-3-small', input: QUESTION }),
      recorded: [found({ format: 'openai', type: 'embedding', requestedModel: 'text-embedding-3-small' })],
    },
    {
      name: `${name}: a stream`,
      run: async (fetch, url) =>
        all(await made(fetch, url).chat.completions.create({ model: MODEL, messages, stream: true })),
      recorded: [answered(CHAT, { streamed: true })],
    },
    {
      name: `${name}: a tool call, and a streamed one`,
      run: async (fetch, url) => {
        const openai = made(fetch, url);
        const answer = await openai.chat.completions.create({ model: MODEL, messages, tools });
        const stream = await openai.chat.completions.create({ model: MODEL, messages, tools, stream: true });
        return [answer, await all(stream)];
      },
      recorded: [called(CHAT), called(CHAT, { streamed: true })],
    },
    {
      name: `${name}: a stream that is left early`,
      run: async (fetch, url) =>
        first(await made(fetch, url).chat.completions.create({ model: MODEL, messages, stream: true })),
      recorded: [cutOff(CHAT)],
    },
    {
      name: `${name}: a stream that is aborted`,
      run: async (fetch, url) => {
        const stream = await made(fetch, url).chat.completions.create({
          model: MODEL,
          messages,
          stream: true,
        });
        return caught(async () => {
          let seen = 0;
          for await (const _ of stream) if (++seen === 2) stream.controller.abort();
          return 'ended';
        });
      },
      recorded: [cutOff(CHAT)],
    },
    {
      name: `${name}: an abort before there is an answer`,
      run: async (fetch, url) => {
        const slowly = [{ role: 'user' as const, content: 'Answer slowly' }];
        const signal = AbortSignal.timeout(50);
        return caught(() =>
          made(fetch, url).chat.completions.create({ model: MODEL, messages: slowly }, { signal }),
        );
      },
      recorded: [failed(CHAT)],
    },
    ...['400', '429', '500'].map((status) => ({
      name: `${name}: an error ${status}`,
      run: (fetch: typeof globalThis.fetch, url: string) =>
        caught(() => made(fetch, url).chat.completions.create({ model: MODEL, messages: failing(status) })),
      recorded: [failed(CHAT)],
    })),
    {
      name: `${name}: a retry of the client`,
      run: (fetch, url) =>
        made(fetch, url, 1).chat.completions.create({
          ...{ model: MODEL, messages: failing('429 once') },
          // A different body in each run, so that it fails once per run.
          user: String(Math.random()),
        }),
      recorded: [failed(CHAT), answered(CHAT)],
    },
    {
      name: `${name}: pages of a list`,
      run: async (fetch, url) => all(await made(fetch, url).models.list()),
      recorded: [],
    },
    {
      name: `${name}: nobody answers`,
      run: (fetch) =>
        caught(() => made(fetch, 'http://127.0.0.1:9').chat.completions.create({ model: MODEL, messages })),
      recorded: [failed(CHAT)],
    },
  ];
}

const newest: Client = (options) => new OpenAI(options);
/** Typed as the newest version; older ones have the methods used here, too. */
const oldest: Client = (options) => new FirstOpenAI(options as never) as unknown as OpenAI;

export const OPENAI_CASES: readonly Case[] = [
  ...casesOf('openai', newest),
  ...casesOf('openai 4.0', oldest),
  {
    name: 'openai: with its response',
    run: async (fetch, url) => {
      const asked = client(fetch, url).chat.completions.create({ model: MODEL, messages }).withResponse();
      const { data, response, request_id } = await asked;
      const { status, statusText, ok, redirected, type, bodyUsed } = response;
      const headers = [...response.headers].filter(([name]) => name !== 'date');
      return {
        data,
        request_id,
        status,
        statusText,
        ok,
        redirected,
        type,
        bodyUsed,
        headers,
        url: response.url,
      };
    },
    recorded: [answered(CHAT)],
  },
  {
    name: 'openai: as a response, cloned and read twice',
    run: async (fetch, url) => {
      const response = await client(fetch, url)
        .chat.completions.create({ model: MODEL, messages })
        .asResponse();
      const copy = response.clone();
      return [await response.text(), await copy.json(), copy.url, response instanceof Response];
    },
    recorded: [answered(CHAT)],
  },
  {
    name: 'openai: parse',
    run: (fetch, url) => {
      const schema = { name: 'city', schema: { type: 'object' } };
      const response_format = { type: 'json_schema' as const, json_schema: schema };
      return client(fetch, url).chat.completions.parse({ model: MODEL, messages, response_format });
    },
    recorded: [answered(CHAT, { outputText: JSON.stringify(TOOL.arguments) })],
  },
  {
    name: 'openai: tools that are run by the client',
    run: async (fetch, url) => {
      const definition = { ...tools[0]?.function, parse: JSON.parse, function: () => 'The Elbe' };
      const runner = client(fetch, url).chat.completions.runTools({
        ...{ model: MODEL, messages },
        tools: [{ type: 'function', function: definition } as never],
      });
      return runner.finalContent();
    },
    recorded: [called(CHAT), answered(CHAT)],
  },
  {
    name: 'openai: a response, and a streamed one',
    run: async (fetch, url) => {
      const openai = client(fetch, url);
      const asked = { model: MODEL, input: QUESTION, store: false };
      const answer = await openai.responses.create(asked);
      return [answer, await all(await openai.responses.create({ ...asked, stream: true }))];
    },
    recorded: [answered(RESPONSE), answered(RESPONSE, { streamed: true })],
  },
  {
    name: 'openai: the stream of responses as its helper adds it up',
    run: (fetch, url) =>
      client(fetch, url).responses.stream({ model: MODEL, input: QUESTION, store: false }).finalResponse(),
    recorded: [answered(RESPONSE, { streamed: true })],
  },
  {
    name: 'openai: a completion',
    run: (fetch, url) =>
      client(fetch, url).completions.create({ model: 'gpt-3.5-turbo-instruct', prompt: QUESTION }),
    recorded: [answered({ ...CHAT, type: 'completion', requestedModel: 'gpt-3.5-turbo-instruct' })],
  },
];

function client(fetch: typeof globalThis.fetch, url: string): OpenAI {
  return newest({ fetch, baseURL: `${url}/v1`, apiKey: 'a key', maxRetries: 0 });
}
