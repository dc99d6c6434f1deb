import {
  BedrockRuntimeClient,
  type BedrockRuntimeClientConfig,
  ConverseCommand,
  ConverseStreamCommand,
  InvokeModelCommand,
  InvokeModelWithResponseStreamCommand,
} from '@aws-sdk/client-bedrock-runtime';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { Parley } from '../../src/index.ts';
import { TOOL } from './answers.ts';
import { all, answered, type Case, called, caught, cutOff, failed, first, found, QUESTION } from './cases.ts';

const MODEL = 'anthropic.claude-3-5-sonnet-20240620-v1:0';
const TITAN = 'amazon.titan-embed-text-v2:0';
const CHAT = { format: 'bedrock', type: 'chat', requestedModel: MODEL };

function client(
  endpoint: string,
  parley: Parley | undefined,
  more: BedrockRuntimeClientConfig = {},
): BedrockRuntimeClient {
  const bedrock = new BedrockRuntimeClient({
    ...{ endpoint, region: 'eu-central-1', maxAttempts: 1, requestHandler: new NodeHttpHandler() },
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    ...more,
  });
  return parley ? parley.bedrock(bedrock) : bedrock;
}

async function noCredentials(): Promise<never> {
  throw new Error('There are no credentials.');
}

const turn = (text: string) => ({
  modelId: MODEL,
  messages: [{ role: 'user' as const, content: [{ text }] }],
});
const tool = { toolSpec: { name: TOOL.name, inputSchema: { json: { type: 'object' } } } };
const body = JSON.stringify({
  anthropic_version: 'bedrock-2023-05-31',
  max_tokens: 100,
  messages: [{ role: 'user', content: QUESTION }],
});
const invoked = { modelId: MODEL, contentType: 'application/json', accept: 'application/json', body };

/** The response without the client's own metadata. */
function plain<T extends { $metadata: unknown }>({ $metadata: _, ...answer }: T): Omit<T, '$metadata'> {
  return answer;
}

export const BEDROCK_CASES: readonly Case[] = [
  {
    name: 'bedrock: Converse, and a tool call',
    run: async (_, url, parley) => [
      plain(await client(url, parley).send(new ConverseCommand(turn(QUESTION)))),
      plain(
        await client(url, parley).send(
          new ConverseCommand({ ...turn(QUESTION), toolConfig: { tools: [tool as never] } }),
        ),
      ),
    ],
    recorded: [answered(CHAT), called(CHAT)],
  },
  {
    name: 'bedrock: ConverseStream, and one that is left early',
    run: async (_, url, parley) => {
      const bedrock = client(url, parley);
      const { stream = [] } = await bedrock.send(new ConverseStreamCommand(turn(QUESTION)));
      const { stream: left = [] } = await bedrock.send(new ConverseStreamCommand(turn(QUESTION)));
      return [await all(stream as AsyncIterable<unknown>), await first(left as AsyncIterable<unknown>)];
    },
    recorded: [answered(CHAT, { streamed: true }), cutOff(CHAT)],
  },
  {
    name: 'bedrock: InvokeModel',
    run: async (_, url, parley) => {
      const answer = await client(url, parley).send(new InvokeModelCommand(invoked));
      return [answer.contentType, JSON.parse(answer.body.transformToString())];
    },
    recorded: [answered(CHAT)],
  },
  {
    name: 'bedrock: an embedding',
    run: async (_, url, parley) => {
      const asked = { ...invoked, modelId: TITAN, body: JSON.stringify({ inputText: QUESTION }) };
      const answer = await client(url, parley).send(new InvokeModelCommand(asked));
      return JSON.parse(answer.body.transformToString());
    },
    recorded: [found({ format: 'bedrock', type: 'embedding', requestedModel: TITAN })],
  },
  {
    name: 'bedrock: InvokeModelWithResponseStream',
    run: async (_, url, parley) => {
      const answer = await client(url, parley).send(new InvokeModelWithResponseStreamCommand(invoked));
      return all(answer.body as AsyncIterable<unknown>);
    },
    recorded: [answered(CHAT, { streamed: true })],
  },
  {
    name: 'bedrock: InvokeModel without contentType and accept, in one piece and streamed',
    run: async (_, url, parley) => {
      const bedrock = client(url, parley);
      const input = { modelId: MODEL, body };
      const answer = await bedrock.send(new InvokeModelCommand(input));
      const streamed = await bedrock.send(new InvokeModelWithResponseStreamCommand(input));
      return [
        JSON.parse(answer.body.transformToString()),
        await all(streamed.body as AsyncIterable<unknown>),
      ];
    },
    recorded: [answered(CHAT), answered(CHAT, { streamed: true })],
  },
  {
    name: 'bedrock: numbers that are too large for one, and a stream that is left to itself',
    run: async (_, url, parley) => {
      const bedrock = client(url, parley);
      const input = { ...turn(QUESTION), additionalModelRequestFields: { seed: 12345678901234567890n } };
      const answer = plain(await bedrock.send(new ConverseCommand(input as never)));
      const { stream } = await bedrock.send(new ConverseStreamCommand(turn(QUESTION)));
      const iterator = (stream as AsyncIterable<unknown>)[Symbol.asyncIterator]();
      return [answer, await iterator.next()];
    },
    recorded: [answered(CHAT), cutOff(CHAT)],
  },
  {
    name: 'bedrock: an error',
    run: (_, url, parley) => caught(() => client(url, parley).send(new ConverseCommand(turn('fail 429')))),
    recorded: [failed(CHAT)],
  },
  {
    name: 'bedrock: three attempts of a client that tries again',
    run: (_, url, parley) =>
      caught(() => client(url, parley, { maxAttempts: 3 }).send(new ConverseCommand(turn('fail 500')))),
    recorded: [failed(CHAT), failed(CHAT), failed(CHAT)],
  },
  {
    name: 'bedrock: a call that comes to no attempt',
    run: (_, url, parley) =>
      caught(() =>
        client(url, parley, { credentials: noCredentials }).send(new ConverseCommand(turn(QUESTION))),
      ),
    recorded: [failed(CHAT)],
  },
  {
    name: 'bedrock: over fetch, in one piece and in frames',
    run: async (fetch, url) => {
      const post = (path: string, text: string) =>
        fetch(`${url}/model/${encodeURIComponent(MODEL)}/${path}`, { method: 'POST', body: text });
      const { modelId: _, ...converse } = turn(QUESTION);
      const answers = [
        await post('invoke', body),
        await post('converse', JSON.stringify(converse)),
        await post('converse-stream', JSON.stringify(converse)),
        await post('invoke-with-response-stream', body),
        await post(
          'converse',
          JSON.stringify({ messages: [{ role: 'user', content: [{ text: 'fail 429' }] }] }),
        ),
      ];
      return Promise.all(
        answers.map(async (answer) => Buffer.from(await answer.arrayBuffer()).toString('hex')),
      );
    },
    recorded: [
      answered(CHAT),
      answered(CHAT),
      answered(CHAT, { streamed: true }),
      answered(CHAT, { streamed: true }),
      failed(CHAT),
    ],
  },
];
