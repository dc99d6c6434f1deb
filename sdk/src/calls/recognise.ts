/** Recognises model calls among a program's requests, and their format. */
import {
  CALLS,
  type EndpointCall,
  type Format,
  type FormatTypes,
  PROVIDERS,
  type Provider,
  type SharedEndpoint,
} from '@parley/contract/providers';
import { parsedUrl } from '../url.ts';

export type Call = EndpointCall<FormatTypes[Format]> & {
  format: Format;
  /** The provider, when the host tells it and the format does not. */
  provider?: string;
};

const FORMATS = Object.keys(CALLS) as Format[];

/** Endpoints of OpenAI's API that many providers share. Null: a call that is not recorded. */
const SHARED_PATHS: readonly [
  path: RegExp,
  endpoint: (found: readonly string[]) => (Pick<Call, 'model'> & { shared: SharedEndpoint }) | null,
][] = [
  [/\/async\/chat\/completions$/, () => null],
  [
    // Azure: the model may be named in the URL only.
    /\/deployments\/([^/]+)\/(chat\/)?completions$/,
    ([, name = '', chat]) => ({ shared: chat ? 'chat' : 'completion', model: { member: 'model', name } }),
  ],
  [
    /\/deployments\/([^/]+)\/embeddings$/,
    ([, name = '']) => ({ shared: 'embedding', model: { member: 'model', name } }),
  ],
  [/\/embeddings$/, () => ({ shared: 'embedding' })],
  [/\/rerank$/, () => ({ shared: 'rerank' })],
  [/\/chat\/completions$/, () => ({ shared: 'chat' })],
  [/\/completions$/, () => ({ shared: 'completion' })],
  [/\/responses$/, () => ({ shared: 'response' })],
];

export type Recognition = {
  hosts: Readonly<Record<string, Format>>;
  /** Whether unknown hosts count, as they do for a client that was given Parley's `fetch`. */
  anyHost: boolean;
};

/** Null for a request that is not a model call. */
export function recognise(url: string, agent: string, { hosts, anyHost }: Recognition): Call | null {
  const parsed = parsedUrl(url);
  if (parsed === null) return null;
  const { host, hostname, pathname } = parsed;
  const path = pathname.replace(/\/+$/, '');
  const provider = PROVIDERS.find(({ hosts = [] }) => hosts.some((name) => isAt(host, hostname, name)));
  const known = configured(host, hosts) ?? configured(hostname, hosts) ?? (provider && formatOf(provider));
  if (known === undefined && !anyHost) return null;
  const own = ownCall(path);
  return own === undefined ? sharedCall(path, known ?? formatOfClient(agent), provider) : own;
}

/** A call to an endpoint that only one format has; undefined for any other path. */
function ownCall(path: string): Call | null | undefined {
  for (const format of FORMATS) {
    for (const [pattern, callOf] of CALLS[format].paths ?? []) {
      const found = pattern.exec(path);
      if (!found) continue;
      const call = callOf(found);
      return call && { format, ...call };
    }
  }
  return undefined;
}

function sharedCall(path: string, format: Format, provider: Provider | undefined): Call | null {
  for (const [pattern, endpointOf] of SHARED_PATHS) {
    const found = pattern.exec(path);
    if (!found) continue;
    const endpoint = endpointOf(found);
    if (endpoint === null) return null;
    const { shared, ...rest } = endpoint;
    const call = typeOfShared(shared, format);
    // The provider is omitted when it is the format's own.
    const named = provider && provider.name !== call.format ? { provider: provider.name } : {};
    return { ...call, ...named, ...rest };
  }
  return null;
}

function typeOfShared(shared: SharedEndpoint, format: Format): Pick<Call, 'format' | 'type'> {
  if (CALLS[format].shared?.includes(shared)) return { format, type: shared };
  const isRetrieval = shared === 'embedding' || shared === 'rerank';
  return { format: 'universal', type: isRetrieval ? shared : 'chat' };
}

function formatOf({ format = 'universal' }: Provider): Format {
  return format;
}

/** The format at an unknown host, from the client's user agent. */
function formatOfClient(agent: string): Format {
  const client = agent.toLowerCase();
  const hasName = (format: Format) => {
    const { agent: name } = CALLS[format];
    return name !== undefined && client.includes(name);
  };
  return FORMATS.find(hasName) ?? 'openai';
}

function configured(host: string, hosts: Recognition['hosts']): Format | undefined {
  return Object.entries(hosts).find(([name]) => fits(host, name.toLowerCase()))?.[1];
}

function isAt(host: string, hostname: string, name: string | RegExp): boolean {
  if (typeof name !== 'string') return name.test(hostname);
  return fits(host, name) || fits(hostname, name);
}

/** A name that begins with a dot, a dash or `*` matches every host with that suffix. */
function fits(host: string, name: string): boolean {
  return name === host || (/^[*.-]/.test(name) && host.endsWith(name.replace(/^\*/, '')));
}
