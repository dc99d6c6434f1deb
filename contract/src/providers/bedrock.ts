import type { FormatCalls, FormatDescriptor, FormatGuide } from './descriptor.ts';
import { ANSWER, BEARER } from './shared-guide.ts';

const LABEL = 'Amazon Bedrock';

export const bedrock = {
  label: LABEL,
  types: ['chat', 'embedding', 'rerank'],
  provider: 'aws',
  priceLists: ['aws'],
  // One envelope for the bodies of many model families.
  required: { conversation: 'in code' },
} as const satisfies FormatDescriptor;

type Type = (typeof bedrock.types)[number];

export const bedrockCalls: FormatCalls<Type> = {
  paths: [
    [
      /\/model\/(.+)\/(invoke|converse)(?:-with-response-stream|-stream)?$/,
      ([, encoded = '', operation]) => {
        const name = decodeURIComponent(encoded);
        const invoke = operation === 'invoke';
        const type = invoke ? typeOfBedrockModel(name) : 'chat';
        return type && { type, model: { member: 'modelId', name }, invoke };
      },
    ],
  ],
};

/** Models for images, video and audio, which Parley does not record. */
const NOT_RECORDED = /(?:^|[./])(?:stability\.|amazon\.(?:titan-image|nova-(?:canvas|reel|sonic)))/;

/**
 * The type of an InvokeModel call, of which only the model id tells the type; null when it is not recorded.
 * An unclear id counts as chat: the server also looks at the response.
 */
export function typeOfBedrockModel(id: string): Type | null {
  if (NOT_RECORDED.test(id)) return null;
  if (/[.-]rerank\b/.test(id)) return 'rerank';
  return /[.-](?:embed|embeddings?)\b/.test(id) ? 'embedding' : 'chat';
}

export const bedrockGuide: FormatGuide = {
  label: LABEL,
  endpoint({ model, has }) {
    const action = has('messages') && !has('anthropic_version') ? 'converse' : 'invoke';
    return {
      url: `https://bedrock-runtime.$AWS_REGION.amazonaws.com/model/${model}/${action}`,
      headers: [BEARER],
    };
  },
  modelInAddress: true,
  example: {
    type: 'chat',
    request: {
      modelId: 'anthropic.claude-3-5-sonnet-20240620-v1:0',
      contentType: 'application/json',
      accept: 'application/json',
      body: '{"anthropic_version":"bedrock-2023-05-31","max_tokens":100,"messages":[{"role":"user","content":"Name a river in Europe."}]}',
    },
    response: {
      body: {
        id: 'msg_bdrk_first',
        type: 'message',
        role: 'assistant',
        model: 'claude-3-5-sonnet-20240620',
        content: [{ type: 'text', text: ANSWER }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 12, output_tokens: 4 },
      },
    },
    node: 'await bedrock.send(new InvokeModelCommand(request)), with its body parsed',
    python: 'client.invoke_model(**request), with its body parsed',
  },
  client: {
    imports: `import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';`,
    made: 'const bedrock = parley.bedrock(new BedrockRuntimeClient());',
    asks: `bedrock.send(
  new ConverseCommand({
    modelId: 'anthropic.claude-3-5-sonnet-20240620-v1:0',
    messages: [{ role: 'user', content: [{ text: 'Name a river in Europe.' }] }],
  }),
)`,
  },
};
