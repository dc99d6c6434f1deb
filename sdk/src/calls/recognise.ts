/** Which requests are calls of a model, and in whose format. */
import type { Format, FormatTypes } from '../payload.ts';
import { parsedUrl } from '../url.ts';
import { typeOfModel } from './bedrock-model.ts';

export type Call = {
  format: Format;
  type: FormatTypes[Format];
  /** Whose model it is, where the host says it and the format does not. */
  provider?: string;
  /** Where the address names the model, and the body does not. */
  model?: { member: 'model' | 'modelId'; name: string };
  /** Of Bedrock, whose InvokeModel keeps the model's own JSON inside of another. */
  invoke?: boolean;
  /** The answer comes in pieces, whatever its content type says. */
  streamed?: boolean;
};

/** Hosts by how their names end. */
const HOSTS: Readonly<Record<string, Format>> = {
  'api.openai.com': 'openai',
  '.api.openai.com': 'openai',
  '.openai.azure.com': 'openai',
  '.cognitiveservices.azure.com': 'openai',
  '.services.ai.azure.com': 'openai',
  'api.anthropic.com': 'anthropic',
  'generativelanguage.googleapis.com': 'gemini',
  'aiplatform.googleapis.com': 'gemini',
  '-aiplatform.googleapis.com': 'gemini',
  'api.cohere.com': 'cohere',
  'api.cohere.ai': 'cohere',
  'api.mistral.ai': 'mistral',
  'codestral.mistral.ai': 'mistral',
  'api.perplexity.ai': 'perplexity',
  'openrouter.ai': 'universal',
  'api.groq.com': 'universal',
  'api.deepseek.com': 'universal',
  'api.together.xyz': 'universal',
  'api.fireworks.ai': 'universal',
  'api.cerebras.ai': 'universal',
  'api.x.ai': 'universal',
};

/** Whose hosts others' formats are spoken at. */
const PROVIDERS: Readonly<Record<string, string>> = {
  '.openai.azure.com': 'azure',
  '.cognitiveservices.azure.com': 'azure',
  '.services.ai.azure.com': 'azure',
  'generativelanguage.googleapis.com': 'google',
  'aiplatform.googleapis.com': 'google',
  '-aiplatform.googleapis.com': 'google',
  'api.cohere.com': 'cohere',
  'api.cohere.ai': 'cohere',
  'api.mistral.ai': 'mistral',
  'api.perplexity.ai': 'perplexity',
  'openrouter.ai': 'openrouter',
  'api.groq.com': 'groq',
  'api.deepseek.com': 'deepseek',
  'api.together.xyz': 'together',
  'api.fireworks.ai': 'fireworks',
  'api.cerebras.ai': 'cerebras',
  'api.x.ai': 'xai',
};

/** Of all that AWS has behind its domain, this alone. */
const BEDROCK = /(?:^|\.)bedrock-runtime(?:-fips)?\.(?:[a-z0-9-]+\.)+amazonaws\.com(?:\.cn)?$/;

/** What a path says by itself: a call, or one of those that many providers have in common. */
type Shared = 'chat' | 'completion' | 'response' | 'embedding' | 'rerank';
type Endpoint = Call | (Pick<Call, 'model'> & { shared: Shared });

const PATHS: readonly [path: RegExp, endpoint: (found: string[]) => Endpoint | null][] = [
  [/\/async\/chat\/completions$/, () => null],
  [
    // Azure's: a request may leave its model to the address.
    /\/deployments\/([^/]+)\/(chat\/)?completions$/,
    ([, name = '', chat]) => ({ shared: chat ? 'chat' : 'completion', model: { member: 'model', name } }),
  ],
  [
    /\/deployments\/([^/]+)\/embeddings$/,
    ([, name = '']) => ({ shared: 'embedding', model: { member: 'model', name } }),
  ],
  [/\/embeddings$/, () => ({ shared: 'embedding' })],
  [/\/v2\/rerank$/, () => ({ format: 'cohere', type: 'rerank' })],
  [/\/rerank$/, () => ({ shared: 'rerank' })],
  [/\/v[12]\/embed$/, () => ({ format: 'cohere', type: 'embedding' })],
  [
    /\/([^/:]+):(?:batchembedcontents|embedcontent)$/i,
    ([, name = '']) => ({ format: 'gemini', type: 'embedding', model: { member: 'model', name } }),
  ],
  [
    /\/publishers\/google\/models\/([^/:]*embedding[^/:]*):predict$/i,
    ([, name = '']) => ({ format: 'gemini', type: 'embedding', model: { member: 'model', name } }),
  ],
  [/\/chat\/completions$/, () => ({ shared: 'chat' })],
  [/\/(?:fim|agents)\/completions$/, () => ({ format: 'mistral', type: 'chat' })],
  [/\/completions$/, () => ({ shared: 'completion' })],
  [/\/responses$/, () => ({ shared: 'response' })],
  [/\/v1\/messages$/, () => ({ format: 'anthropic', type: 'chat' })],
  [/\/v1\/complete$/, () => ({ format: 'anthropic', type: 'completion' })],
  [/\/v[12]\/chat$/, () => ({ format: 'cohere', type: 'chat' })],
  [/\/v1\/generate$/, () => ({ format: 'cohere', type: 'generate' })],
  [
    /\/([^/:]+):(stream)?generatecontent$/i,
    ([, name = '', stream]) => ({
      format: 'gemini',
      type: 'chat',
      model: { member: 'model', name },
      ...(stream && { streamed: true }),
    }),
  ],
  [
    /\/publishers\/(anthropic|mistralai)\/models\/([^/:]+):(?:streamRaw|raw)predict$/i,
    ([, publisher, name = '']) => ({
      format: publisher === 'anthropic' ? 'anthropic' : 'mistral',
      type: 'chat',
      model: { member: 'model', name },
    }),
  ],
  [
    /\/model\/(.+)\/(invoke|converse)(?:-with-response-stream|-stream)?$/,
    ([, encoded = '', operation]) => {
      const name = decodeURIComponent(encoded);
      const invoke = operation === 'invoke';
      const type = invoke ? typeOfModel(name) : 'chat';
      return type && { format: 'bedrock', type, model: { member: 'modelId', name }, invoke };
    },
  ],
];

export type Recognition = {
  hosts: Readonly<Record<string, Format>>;
  /** Whether hosts that nobody knows count: a client that was given our `fetch` calls a model. */
  anyHost: boolean;
};

/** Null for everything that is no call of a model. */
export function recognise(url: string, agent: string, { hosts, anyHost }: Recognition): Call | null {
  const parsed = parsedUrl(url);
  if (parsed === null) return null;
  const { host, hostname, pathname } = parsed;
  const known =
    byHost(host, hosts) ??
    byHost(hostname, hosts) ??
    (BEDROCK.test(hostname) ? 'bedrock' : byHost(hostname, HOSTS));
  if (known === null && !anyHost) return null;
  for (const [path, endpointOf] of PATHS) {
    const found = path.exec(pathname.replace(/\/+$/, ''));
    if (!found) continue;
    const endpoint = endpointOf(found);
    if (endpoint === null || 'format' in endpoint) return endpoint;
    const { shared, ...rest } = endpoint;
    const provider = byHost(hostname, PROVIDERS);
    return { ...sharedCall(shared, known ?? clientOf(agent)), ...(provider && { provider }), ...rest };
  }
  return null;
}

/** Paths that OpenAI made, and others took over. */
function sharedCall(type: Shared, format: Format): Call {
  if (type === 'rerank') return { format: format === 'cohere' ? format : 'universal', type };
  if (format === 'openai') return { format, type };
  if (type === 'embedding') return { format: format === 'mistral' ? format : 'universal', type };
  const own = type === 'chat' && (format === 'mistral' || format === 'perplexity');
  return { format: own ? format : 'universal', type: 'chat' };
}

/** Behind an unknown host, by the client that calls it. */
function clientOf(agent: string): Format {
  const [name] = /mistral|perplexity/.exec(agent.toLowerCase()) ?? [];
  return (name as Format | undefined) ?? 'openai';
}

/** A name that begins with a dot, a dash or `*` stands for all that end so. */
function byHost<T>(host: string, hosts: Readonly<Record<string, T>>): T | null {
  for (const [given, found] of Object.entries(hosts)) {
    const name = given.toLowerCase();
    if (name === host || (/^[*.-]/.test(name) && host.endsWith(name.replace(/^\*/, '')))) return found;
  }
  return null;
}
